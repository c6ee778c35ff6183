import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("clickhouse", 10_000);
