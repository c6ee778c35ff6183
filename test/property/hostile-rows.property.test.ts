import { it } from "vitest";
import { hostileRow } from "../generate/rows.ts";
import { CASES, expectAgreement } from "./expect-agreement.ts";

it(`reference, closures and generated code agree on ${CASES} random formulas over hostile rows`, {
  timeout: 600_000,
}, () => {
  expectAgreement(hostileRow);
});
