import { tableName } from "../../../src/backends/sql/mapping.ts";
import { compile, type Formula } from "../../../src/index.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import { NOW } from "../../generate/clock.ts";
import { type LoadedTable, ROW } from "./loaded-table.ts";

/**
 * What is wrong with a formula's statements: the records that it returns, those that its negation does and those for which it is an
 * error are all records, each once; and WHERE counts as many as SELECT does. `undefined` where nothing is, or the formula is none.
 */
export async function partitionProblem(
  table: LoadedTable,
  schema: Schema,
  source: string,
): Promise<string | undefined> {
  const formulas = [source, `NOT(${source}\n)`, `ISERROR(${source}\n)`].map((text) => {
    const result = compile(text, schema, {
      clock: () => new Date(NOW),
      // Random formulas may be costly.
      limits: { work: Number.POSITIVE_INFINITY },
    });
    return result.ok ? result.formula : undefined;
  });
  const [filter] = formulas;
  if (filter === undefined) return undefined;
  const parts: (readonly number[])[] = [];
  for (const formula of formulas) {
    if (formula !== undefined) parts.push(await rowsOf(table, formula));
  }
  const expected = table.rows.flatMap((row, index) => (filter.matches(row) ? [index] : []));
  if (String(parts[0]) !== String(expected))
    return `${source}\nreturns ${parts[0]}, not ${expected}`;
  const all = parts.flat().sort((a, b) => a - b);
  if (parts.length === 3 && String(all) !== String(table.rows.map((_, index) => index))) {
    return `${source}\nreturned ${parts[0]}\nby its negation ${parts[1]}\nerrors ${parts[2]}`;
  }
  const [counted, selected] = await countsOf(table, filter);
  return counted === selected
    ? undefined
    : `${source}\nWHERE counts ${counted}, SELECT ${selected}`;
}

/** The records that a formula returns, by a statement of its own. */
async function rowsOf(table: LoadedTable, formula: Formula): Promise<readonly number[]> {
  const { engine, dialect, mapping, rows } = table;
  const {
    where,
    prefilter = where,
    params,
    residual,
  } = formula.toSql(dialect, {
    ...mapping,
    rows: "records",
  });
  const quote = dialect.definition.quote(ROW) ?? ROW;
  const cells = await engine.query(
    `SELECT ${quote} FROM ${nameOf(table)} WHERE ${prefilter}`,
    params,
  );
  const found = cells.map(([index]) => Number(index)).sort((a, b) => a - b);
  return residual === undefined ? found : found.filter((index) => residual.matches(rows[index]));
}

/** How many records the condition holds for, once as a WHERE, and once as a value. */
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
