import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("duckdb", 50_000);
