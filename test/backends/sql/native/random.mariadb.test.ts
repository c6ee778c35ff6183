import { MARIADB } from "../../../generate/native/mariadb.ts";
import { expectNativeAgreement } from "./expect-native-agreement.ts";

expectNativeAgreement("mariadb", MARIADB);
