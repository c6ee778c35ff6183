import { it } from "vitest";
import { ordinaryRow } from "../generate/rows.ts";
import { CASES, expectAgreement } from "./expect-agreement.ts";

it(`reference, closures and generated code agree on ${CASES} random formulas over ordinary rows`, {
  timeout: 600_000,
}, () => {
  expectAgreement(ordinaryRow);
});
