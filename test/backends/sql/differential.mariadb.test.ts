import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("mariadb", 10_000);
