import fc from "fast-check";
import { expect, it } from "vitest";
import { agree } from "./agreement.ts";

const CASES = Number(process.env.ISOFORM_CASES ?? 200_000);

it(`reference, closures and generated code agree on ${CASES} random formulas`, {
  timeout: 600_000,
}, () => {
  let ran = 0;
  let decided = 0;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" }), (bytes) => {
      const result = agree(bytes, 6);
      if (result.ran) ran++;
      if (result.decided) decided++;
    }),
    { numRuns: CASES },
  );
  expect(ran / CASES).toBeGreaterThan(0.5);
  expect(decided / CASES).toBeGreaterThan(0.1);
});
