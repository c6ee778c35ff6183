import fc from "fast-check";
import { expect } from "vitest";
import type { Tape } from "../generate/tape.ts";
import { casesOf } from "../harness/extent.ts";
import { agree } from "./agreement.ts";

/** How many random formulas each of the two agreement tests makes. */
export const CASES = casesOf(100_000);

/** Fails, with a shrunk formula and its seed, where two back ends differ; and where the formulas decide too little to tell. */
export function expectAgreement(makeRow: (tape: Tape) => unknown): void {
  let ran = 0;
  let decided = 0;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" }), (bytes) => {
      const result = agree(bytes, 6, makeRow);
      if (result.ran) ran++;
      if (result.decided) decided++;
    }),
    { numRuns: CASES },
  );
  expect(ran / CASES).toBeGreaterThan(0.5);
  expect(decided / CASES).toBeGreaterThan(0.1);
}
