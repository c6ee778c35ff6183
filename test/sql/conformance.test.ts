import { it } from "vitest";
import { FUNCTIONS_BY_CATEGORY } from "../../src/functions/documentation.ts";
import { EXAMPLE_NOW } from "../../src/functions/example-row.ts";
import { conformanceFiles, instantOf, isEvaluated } from "../conformance/case.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { startEngine } from "../engines/engine.ts";
import { EXAMPLE_DECLARATIONS, EXAMPLE_ROW } from "../functions/example-record.ts";
import { caseProblems } from "./case-table.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectNone } from "./expect-none.ts";

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => startEngine(name),
    (engine) => {
      it.each(conformanceFiles())("answers %s as the reference does", async (_, file) => {
        const problems = await caseProblems(
          engine(),
          dialectOf(name),
          file.schema,
          file.cases.filter(isEvaluated),
          { parameters: file.parameters, now: instantOf(file) },
        );
        expectNone(problems);
      });

      const categories = Object.entries(FUNCTIONS_BY_CATEGORY);
      it.each(categories)("answers the examples of functions of %s", async (_, functions) => {
        const cases = functions.flatMap(({ documentation: { examples } }) =>
          examples.map(([formula]) => ({ formula, row: EXAMPLE_ROW })),
        );
        const problems = await caseProblems(
          engine(),
          dialectOf(name),
          EXAMPLE_DECLARATIONS,
          cases,
          { now: EXAMPLE_NOW },
        );
        expectNone(problems);
      });
    },
  );
}
