import { SQLITE } from "../../../generate/native/sqlite.ts";
import { expectNativeAgreement } from "./expect-native-agreement.ts";

expectNativeAgreement("sqlite", SQLITE);
