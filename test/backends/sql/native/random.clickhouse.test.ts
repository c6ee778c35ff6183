import { CLICKHOUSE } from "../../../generate/native/clickhouse.ts";
import { expectNativeAgreement } from "./expect-native-agreement.ts";

expectNativeAgreement("clickhouse", CLICKHOUSE);
