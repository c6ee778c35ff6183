import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("postgres", 25_000);
