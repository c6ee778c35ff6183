import type { Lowered } from "../../src/language/lower/index.ts";
import type { Outcome } from "../../src/language/values/plain.ts";
import { isSame, REFERENCE, showOutcome, WAYS } from "./ways.ts";

/** The reference's answers about a formula. */
export interface Answers {
  /** The value for each row. */
  readonly values: readonly Outcome[];
  /** The condition for each row, which is returned if that is true. */
  readonly truths: readonly Outcome[];
}

export function askReference(lowered: Lowered, rows: readonly unknown[], now: number): Answers {
  return {
    values: REFERENCE.evaluate(lowered, rows, now),
    truths: REFERENCE.evaluate({ ...lowered, root: lowered.condition }, rows, now),
  };
}

/** Where a way to run the formula differs from the expected answers, or raises. */
export function wayProblems(
  lowered: Lowered,
  rows: readonly unknown[],
  now: number,
  { values, truths }: Answers,
): readonly string[] {
  const { type } = lowered.root;
  const hits = rows.filter((_, row) => truths[row] === true);
  const problems: string[] = [];
  for (const way of WAYS) {
    if (way === REFERENCE) continue;
    try {
      const found = way.evaluate?.(lowered, rows, now) ?? values;
      for (const [row, expected] of values.entries()) {
        const own = found[row];
        if (own !== undefined && isSame(own, expected)) continue;
        const shown = own === undefined ? "nothing" : showOutcome(own, type);
        problems.push(`${way.name}, row ${row}: ${shown}, not ${showOutcome(expected, type)}`);
      }
      const returned = way.filter(lowered, rows, now);
      if (returned.length !== hits.length || returned.some((row, at) => row !== hits[at])) {
        const numbers = (some: readonly unknown[]) => some.map((row) => rows.indexOf(row)).join();
        problems.push(`${way.name} returns the rows ${numbers(returned)}, not ${numbers(hits)}`);
      }
    } catch (error) {
      problems.push(`${way.name} raises ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return problems;
}
