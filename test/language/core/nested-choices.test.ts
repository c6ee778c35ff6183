import { it } from "vitest";
import { expectSameEverywhere, schemaOf } from "../../hostile/everywhere.ts";

const SCHEMA = schemaOf({ n: "number", m: "number" });
const ROWS = [{ n: 0 }, { n: 3 }, { n: 60 }, { n: 119, m: 1 }, { n: 200, m: 7 }, {}];

/** A choice between a number of constants, the last of them blank. */
function choices(count: number): string {
  let formula = "BLANK()";
  for (let from = count; from > 0; from -= 40) {
    const cases = Array.from({ length: 40 }, (_, index) => `${from - index},${from - index}`);
    formula = `SWITCH({n},${cases.join()},${formula})`;
  }
  return formula;
}

// An operation on a choice between constants moves into its branches, but not deeper than the stack allows.
it.each([80, 160])("%d nested choices give the same by every strategy", (count) => {
  const choice = choices(count);
  for (const formula of [`IFBLANK(${choice}, {m})`, `${choice} = {m}`, `${choice} > 40`]) {
    expectSameEverywhere(formula, ROWS, SCHEMA);
  }
});
