import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("duckdb", 25_000);
