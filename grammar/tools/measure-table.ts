import { MEASURE_DOCUMENTATION, MEASURES } from "../../src/data/summary/measures/index.ts";
import { code, table } from "./markdown.ts";

/** The measures of summaries: types, results, and when a database computes them. */
export function measureTable(): string {
  return table(
    ["measure", "of", "is", "of no values", "made by a database"],
    Object.entries(MEASURES).map(([name, { types, inDatabase }]) => {
      const { summary, ofNone, database } =
        MEASURE_DOCUMENTATION[name as keyof typeof MEASURE_DOCUMENTATION];
      const made = { always: "of fields", wholeNumbers: "of fields, ", never: "no: " }[inDatabase];
      const of = types.length === 0 ? "records" : types.join(", ");
      return [code(name), of, summary, ofNone, `${made}${database}`];
    }),
  );
}
