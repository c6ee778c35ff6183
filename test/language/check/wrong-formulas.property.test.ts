import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFix, check, compile } from "../../../src/index.ts";
import { runsOf } from "../../harness/extent.ts";
import { MISTAKES, ROWS, rightFormulas, schema } from "./wrong-formulas.ts";

/** The rows that a formula selects; `undefined` if it is invalid. */
function rowsOf(source: string): readonly number[] | undefined {
  const result = compile<object>(source, schema, { codeGeneration: false });
  if (!result.ok) return undefined;
  const { formula } = result;
  return ROWS.flatMap((row, index) => (formula.matches(row) ? [index] : []));
}

/** The formula after all fixes; `undefined` if a mistake has none. */
function fixed(source: string): string | undefined {
  let text = source;
  for (let round = 0; round < 10; round++) {
    const { ok, diagnostics } = check(text, schema);
    if (ok) return text;
    const first = diagnostics.find(({ severity }) => severity === "error");
    if (first?.fix === undefined) return undefined;
    const next = applyFix(text, first.fix);
    const again = check(next, schema).diagnostics;
    const isThere = again.some(
      ({ code, message }) => code === first.code && message === first.message,
    );
    if (isThere && again.length >= diagnostics.length) {
      throw new Error(`${text}: the fix ${next} has the same mistake`);
    }
    text = next;
  }
  throw new Error(`${source}: fixes do not come to an end`);
}

/** Some of these are valid formulas as well, and others are ambiguous. */
const HAVE_NO_FIX: ReadonlySet<string> = new Set([
  "a foreign function",
  "a field without braces",
  "a function in small letters",
]);

describe("a formula with a mistake has the rows of the right one after its fixes, or no fix", () => {
  it.each(MISTAKES)("%s", (name, pattern, make) => {
    let count = 0;
    const property = fc.property(rightFormulas, fc.nat(), (right, drawn) => {
      const matches = [...right.matchAll(pattern)];
      const found = matches[drawn % Math.max(1, matches.length)];
      if (found === undefined) return;
      const { index, 0: match } = found;
      const wrong = right.slice(0, index) + make(match, drawn) + right.slice(index + match.length);
      if (check(wrong, schema).ok) return;
      const mended = fixed(wrong);
      if (mended === undefined) return;
      count++;
      expect(rowsOf(mended), `${wrong} → ${mended}, not ${right}`).toEqual(rowsOf(right));
    });
    fc.assert(property, { numRuns: runsOf(1_400) });
    if (!HAVE_NO_FIX.has(name)) expect(count).toBeGreaterThan(0);
  });
});
