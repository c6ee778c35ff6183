import { it } from "vitest";
import { makeCars } from "../../../bench/cars.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type EngineName, openEngine } from "../../engines/engine.ts";
import { randomBytes, SEED } from "../../generate/random.ts";
import { randomFields, randomFormula } from "../../generate/random-formula.ts";
import { Tape } from "../../generate/tape.ts";
import { casesOf } from "../../harness/extent.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectNone } from "./expect-none.ts";
import { loadTable, loadVariedTable } from "./load.ts";
import type { LoadedTable } from "./loaded-table.ts";
import { partitionProblem } from "./partition.ts";
import { CARS, SPECIFICATION_FORMULAS } from "./specification.ts";

/** The number of formulas that partition random tables; each takes five statements. */
const RANDOM: Readonly<Record<EngineName, number>> = {
  sqlite: 1000,
  duckdb: 500,
  postgres: 500,
  mariadb: 200,
  clickhouse: 200,
};

const PER_TABLE = 100;

async function problemsOf(
  table: LoadedTable,
  schema: Schema,
  sources: readonly string[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const source of sources) {
    const problem = await partitionProblem(table, schema, source);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it("divides the cars by the formulas of the specification into true, false and error", async () => {
        const cars = makeCars(300);
        const table = await loadTable(engine(), dialectOf(name), CARS, cars, { table: "cars" });
        expectNone(await problemsOf(table, CARS, SPECIFICATION_FORMULAS));
      });

      it("divides random tables by random formulas into true, false and error", async () => {
        const formulas = casesOf(RANDOM[name]);
        console.info(`${name}, seed ${SEED}: tables divided by ${formulas} formulas`);
        for (let start = 0; start < formulas; start += PER_TABLE) {
          const tape = new Tape(randomBytes(SEED + start, 15_000));
          const table = await loadVariedTable(engine(), dialectOf(name), tape, 50);
          const { schema, subject } = randomFields(~SEED, start);
          const count = Math.min(PER_TABLE, formulas - start);
          const sources = Array.from({ length: count }, (_, index) =>
            randomFormula(~SEED, start + index, subject),
          );
          expectNone(await problemsOf(table, schema, sources));
        }
      });
    },
  );
}
