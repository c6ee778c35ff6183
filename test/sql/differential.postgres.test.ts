import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("postgres", 50_000);
