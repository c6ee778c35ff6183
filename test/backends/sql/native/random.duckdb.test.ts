import { DUCKDB } from "../../../generate/native/duckdb.ts";
import { expectNativeAgreement } from "./expect-native-agreement.ts";

expectNativeAgreement("duckdb", DUCKDB);
