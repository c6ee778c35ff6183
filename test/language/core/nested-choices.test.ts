import { it } from "vitest";
import { expectSameEverywhere, schemaOf } from "../../hostile/everywhere.ts";

const SCHEMA = schemaOf({ n: "number", m: "number" });
const ROWS = [{ n: 0 }, { n: 3 }, { n: 60 }, { n: 119, m: 1 }, { n: 200, m: 7 }, {}];

/** A choice between so many constants, with the last one blank. */
function choices(count: number): string {
  let formula = "BLANK()";
  for (let from = count; from > 0; from -= 40) {
    const cases = Array.from({ length: 40 }, (_, index) => `${from - index},${from - index}`);
    formula = `SWITCH({n},${cases.join()},${formula})`;
  }
  return formula;
}

// What uses a choice between constants goes into its branches, but not into more of them than the stack holds.
it.each([80, 160])("%d choices inside each other are the same everywhere", (count) => {
  const choice = choices(count);
  for (const formula of [`IFBLANK(${choice}, {m})`, `${choice} = {m}`, `${choice} > 40`]) {
    expectSameEverywhere(formula, ROWS, SCHEMA);
  }
});
