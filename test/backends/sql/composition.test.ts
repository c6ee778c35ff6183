import { it } from "vitest";
import { readSchema } from "../../../src/engine/index.ts";
import { compile, type Formula } from "../../../src/index.ts";
import { conformanceFiles, instantOf } from "../../conformance/case.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { countOf } from "../../harness/extent.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectNone } from "./expect-none.ts";
import { loadTable } from "./load.ts";
import { type LoadedTable, ROW } from "./loaded-table.ts";

/** One in this number of formulas is tested. */
const ONE_IN = countOf(60, 20);

/** The number of formulas whose conditions share a statement. */
const PER_STATEMENT = 20;

/** Rows with a lower number are the tenant's. */
const TENANT_ROWS = 3;

/** The known facts about a row: the value of the condition in the test's own parentheses, and its tenant. */
interface Known {
  readonly isTrue: boolean;
  readonly isFalse: boolean;
  readonly isTenant: boolean;
}

/** Conditions that contain another one unchanged, and when they are TRUE. */
const COMPOSED: readonly (readonly [
  write: (condition: string, tenant: string) => string,
  expected: (known: Known) => boolean,
])[] = [
  [(condition) => `(${condition})`, ({ isTrue }) => isTrue],
  [(condition) => `NOT (${condition})`, ({ isFalse }) => isFalse],
  [(condition, tenant) => `${tenant} AND ${condition}`, (row) => row.isTenant && row.isTrue],
  [(condition, tenant) => `${condition} AND ${tenant}`, (row) => row.isTenant && row.isTrue],
  [(condition, tenant) => `${tenant} OR ${condition}`, (row) => row.isTenant || row.isTrue],
  [(condition) => `${condition} OR 1 = 0`, ({ isTrue }) => isTrue],
  [(condition) => `NOT ${condition}`, ({ isFalse }) => isFalse],
  [(condition, tenant) => `NOT ${condition} AND ${tenant}`, (row) => row.isTenant && row.isFalse],
  [(condition) => `NOT (NOT ${condition})`, ({ isTrue }) => isTrue],
];

/** Problems with conditions of formulas that are embedded unchanged in others. */
async function problemsOf(
  { engine, dialect, mapping, rows }: LoadedTable,
  formulas: readonly Formula[],
): Promise<readonly string[]> {
  const quote = (name: string): string => dialect.definition.quote(name) ?? name;
  const row = quote(ROW);
  const tenant = `${row} < ${TENANT_ROWS}`;
  const params: (string | number)[] = [];
  const conditions = formulas.map((formula) =>
    COMPOSED.map(([write]) => {
      const filter = formula.toSql(dialect, { ...mapping, firstParameter: params.length + 1 });
      params.push(...filter.params);
      return write(filter.where ?? filter.prefilter, tenant);
    }),
  );
  const flags = conditions.flat().map((condition) => `CASE WHEN ${condition} THEN 1 ELSE 0 END`);
  const answers = await engine.query(
    `SELECT ${row}, ${flags.join(", ")} FROM ${quote(mapping.table)}`,
    params,
  );
  return answers.flatMap(([number, ...cells]) =>
    formulas.flatMap((formula, index) => {
      const start = index * COMPOSED.length;
      const own = cells.slice(start, start + COMPOSED.length).map((cell) => Number(cell) === 1);
      const [isTrue = false, isFalse = false] = own;
      const known = { isTrue, isFalse, isTenant: Number(number) < TENANT_ROWS };
      const isReturned = formula.matches(rows[Number(number)]);
      const { residual } = formula.toSql(dialect, mapping);
      const agrees = residual === undefined ? isTrue === isReturned : isTrue || !isReturned;
      const wrong = COMPOSED.flatMap(([, expected], at) =>
        own[at] === expected(known) ? [] : [`${conditions[index]?.[at]} is ${own[at]}`],
      );
      if (!agrees) wrong.push(`the database says ${isTrue}, memory ${isReturned}`);
      return wrong.map((what) => `${formula.source}, row ${number}: ${what}`);
    }),
  );
}

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it.each(conformanceFiles())("takes the conditions of %s as they are", async (_, file) => {
        const read = readSchema({ fields: file.schema });
        if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
        const { schema } = read;
        const rows = file.cases.map(({ row }) => row);
        const mapping = { table: "composed" };
        const table = await loadTable(engine(), dialectOf(name), schema, rows, mapping);
        const clock = (): Date => new Date(instantOf(file));
        const sources = [...new Set(file.cases.map(({ formula }) => formula))];
        const formulas = sources
          .filter((_, index) => index % ONE_IN === 0)
          .flatMap((source) => {
            const result = compile(source, schema, { clock });
            return result.ok ? [result.formula] : [];
          });
        const problems: string[] = [];
        for (let start = 0; start < formulas.length; start += PER_STATEMENT) {
          problems.push(...(await problemsOf(table, formulas.slice(start, start + PER_STATEMENT))));
        }
        expectNone(problems);
      });
    },
  );
}
