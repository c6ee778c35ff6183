import { POSTGRES } from "../../../generate/native/postgres.ts";
import { expectNativeAgreement } from "./expect-native-agreement.ts";

expectNativeAgreement("postgres", POSTGRES);
