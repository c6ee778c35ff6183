import { expect, test } from "vitest";
import { carSchema } from "../../bench/isoform.ts";
import { longFormula } from "../../bench/parse.ts";
import * as isoform from "../../src/index.ts";

test("the long formula of the benchmark compiles, and is nearly as long as the limit", () => {
  const formula = longFormula();
  expect(isoform.compile(formula, carSchema(isoform))).toMatchObject({ ok: true });
  expect(formula.length).toBeGreaterThan(isoform.DEFAULT_LIMITS.length * 0.95);
});
