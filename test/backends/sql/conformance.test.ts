import { it } from "vitest";
import { FUNCTIONS_BY_CATEGORY } from "../../../src/language/functions/documentation.ts";
import { EXAMPLE_NOW } from "../../../src/language/functions/example-row.ts";
import { conformanceFiles, instantOf, isEvaluated } from "../../conformance/case.ts";
import { type CaseTables, caseTables } from "../../conformance/case-table.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { EXAMPLE_DECLARATIONS, EXAMPLE_ROW } from "../../language/functions/example-record.ts";
import { caseProblems } from "./case-problems.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectNone } from "./expect-none.ts";

/**
 * The formulas of conformance cases and function examples. Engines share the tables, so that each formula is compiled
 * once.
 */
const CASES: readonly (readonly [name: string, cases: CaseTables])[] = [
  ...conformanceFiles().map(([name, file]) => {
    const options = { parameters: file.parameters, now: instantOf(file) };
    return [name, caseTables(file.schema, file.cases.filter(isEvaluated), options)] as const;
  }),
  ...Object.entries(FUNCTIONS_BY_CATEGORY).map(([category, functions]) => {
    const cases = functions.flatMap(({ documentation: { examples } }) =>
      examples.map(([formula]) => ({ formula, row: EXAMPLE_ROW })),
    );
    const tables = caseTables(EXAMPLE_DECLARATIONS, cases, { now: EXAMPLE_NOW });
    return [`the examples of functions of ${category}`, tables] as const;
  }),
];

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it.each(CASES)("answers %s as the reference does", async (_, tables) => {
        expectNone(await caseProblems(engine(), dialectOf(name), tables));
      });
    },
  );
}
