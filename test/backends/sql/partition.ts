import { tableName } from "../../../src/backends/sql/table-mapping.ts";
import { compile, type Formula } from "../../../src/index.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import { NOW } from "../../generate/clock.ts";
import { type LoadedTable, ROW } from "./loaded-table.ts";

/**
 * Problems with a formula's statements: the records for which it is true, false and an error must be a partition of all
 * records and agree with memory, and WHERE must count as many as SELECT. `undefined` if there is no problem, or the
 * formula is invalid.
 */
export async function partitionProblem(
  table: LoadedTable,
  schema: Schema,
  source: string,
): Promise<string | undefined> {
  const [filter, negation, isError] = [source, `NOT(${source}\n)`, `ISERROR(${source}\n)`].map(
    (text) => {
      const result = compile(text, schema, {
        clock: () => new Date(NOW),
        // Random formulas may be costly.
        limits: { work: Number.POSITIVE_INFINITY },
      });
      return result.ok ? result.formula : undefined;
    },
  );
  if (filter === undefined) return undefined;
  const isTrue = await rowsOf(table, filter, true);
  const isFalse = await rowsOf(table, filter, false);
  const differs = (found: readonly number[], formula: Formula): string | undefined => {
    const expected = table.rows.flatMap((row, index) => (formula.matches(row) ? [index] : []));
    return String(found) === String(expected)
      ? undefined
      : `${formula.source}\nreturns ${found}, not ${expected}`;
  };
  const problem = differs(isTrue, filter) ?? (negation && differs(isFalse, negation));
  if (problem !== undefined) return problem;
  if (isError !== undefined) {
    const errors = await rowsOf(table, isError, true);
    const all = [...isTrue, ...isFalse, ...errors].sort((a, b) => a - b);
    if (String(all) !== String(table.rows.map((_, index) => index))) {
      return `${source}\nis true for ${isTrue}\nfalse for ${isFalse}\nan error for ${errors}`;
    }
  }
  const [counted, selected] = await countsOf(table, filter);
  return counted === selected
    ? undefined
    : `${source}\nWHERE counts ${counted}, SELECT ${selected}`;
}

/** The records for which a formula has a given truth, by a separate statement. */
async function rowsOf(
  table: LoadedTable,
  formula: Formula,
  when: boolean,
): Promise<readonly number[]> {
  const { engine, dialect, mapping, rows } = table;
  const {
    where,
    prefilter = where,
    params,
    residual,
  } = formula.toSql(dialect, {
    ...mapping,
    rows: "records",
    when,
  });
  const quote = dialect.definition.quote(ROW) ?? ROW;
  const cells = await engine.query(
    `SELECT ${quote} FROM ${nameOf(table)} WHERE ${prefilter}`,
    params,
  );
  const found = cells.map(([index]) => Number(index)).sort((a, b) => a - b);
  return residual === undefined ? found : found.filter((index) => residual.matches(rows[index]));
}

/** The number of records for which the condition holds, counted in WHERE and as a value. */
async function countsOf(
  table: LoadedTable,
  formula: Formula,
): Promise<readonly [where: number, select: number]> {
  const { engine, dialect, mapping } = table;
  const { where, prefilter = where, params } = formula.toSql(dialect, mapping);
  const from = `FROM ${nameOf(table)}`;
  const [counted] = await engine.query(`SELECT count(*) ${from} WHERE ${prefilter}`, params);
  const flags = await engine.query(
    `SELECT CASE WHEN ${prefilter} THEN 1 ELSE 0 END ${from}`,
    params,
  );
  return [Number(counted?.[0]), flags.reduce((sum, [flag]) => sum + Number(flag), 0)];
}

function nameOf({ dialect, mapping }: LoadedTable): string {
  return tableName(mapping.table, dialect.definition);
}
