import type { Formula, Schema, Span } from "../../../index.ts";
import { type Dialect, explainSql, type SortKey, type SqlValue, toQuery } from "../../../sql.ts";

/** A formula's SQL, and its residual. */
export interface SqlForm {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** The parts of the formula that the database does not decide alone, with the reasons. */
  readonly left: readonly { readonly span: Span; readonly mark: string }[];
  /** All reasons; empty if the database decides the whole formula. */
  readonly reasons: readonly string[];
}

/** The limit of the displayed query. */
const LIMIT = 100;

/** The formula as a condition for WHERE. */
export function conditionForm(formula: Formula, dialect: Dialect): SqlForm {
  const { where, prefilter, params } = formula.toSql(dialect);
  return { sql: where ?? prefilter ?? "", params, ...leftOf(formula, dialect) };
}

/**
 * A whole query for the records.
 *
 * @throws `TypeError` if the schema has no key, without which the order is not total
 */
export function queryForm(
  formula: Formula,
  dialect: Dialect,
  {
    schema,
    sort,
    table,
  }: { readonly schema: Schema; readonly sort: readonly SortKey[]; readonly table: string },
): SqlForm {
  const { text, params } = toQuery(dialect, { schema, table, filter: formula, sort, limit: LIMIT });
  return { sql: inLines(text), params, ...leftOf(formula, dialect) };
}

function leftOf(formula: Formula, dialect: Dialect): Pick<SqlForm, "left" | "reasons"> {
  const parts = explainSql(formula, dialect).filter(({ runs }) => runs !== "database");
  const left = parts.flatMap(({ span, reasons }) =>
    span === undefined ? [] : [{ span, mark: reasons.join("; ") }],
  );
  return { left, reasons: [...new Set(parts.flatMap(({ reasons }) => reasons))] };
}

/** Breaks lines at clauses. Quoted names are left unchanged. */
function inLines(sql: string): string {
  return sql.replace(
    /("[^"]*"|`[^`]*`|'[^']*')| (?=(?:FROM|WHERE|ORDER BY|LIMIT) )/g,
    (_, quoted: string | undefined) => quoted ?? "\n",
  );
}
