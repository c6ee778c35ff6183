import { it } from "vitest";
import { EXAMPLE_NOW } from "../../src/functions/example-row.ts";
import { FUNCTIONS } from "../../src/functions/registry.ts";
import { conformanceFiles, instantOf } from "../conformance/case.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { startEngine } from "../engines/engine.ts";
import { EXAMPLE_DECLARATIONS, EXAMPLE_ROW } from "../functions/example-record.ts";
import { caseProblems } from "./case-table.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectNone } from "./expect-none.ts";

const CATEGORIES = [...new Set(FUNCTIONS.map(({ category }) => category))];

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => startEngine(name),
    (engine) => {
      it.each(conformanceFiles())("answers %s as the reference does", async (_, file) => {
        const cases = file.cases.filter(({ expect: expected }) => !("diagnostics" in expected));
        const problems = await caseProblems(
          engine(),
          dialectOf(name),
          file.schema,
          cases,
          instantOf(file),
        );
        expectNone(problems);
      });

      it.each(CATEGORIES)("answers the examples of functions of %s", async (category) => {
        const cases = FUNCTIONS.filter((definition) => definition.category === category).flatMap(
          ({ examples }) => examples.map(([formula]) => ({ formula, row: EXAMPLE_ROW })),
        );
        const problems = await caseProblems(
          engine(),
          dialectOf(name),
          EXAMPLE_DECLARATIONS,
          cases,
          EXAMPLE_NOW,
        );
        expectNone(problems);
      });
    },
  );
}
