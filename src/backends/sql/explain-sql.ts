import {
  type AnyFormula,
  internals,
  requireFormula,
  requireTarget,
} from "../../language/core/compiled.ts";
import type { Dialect } from "./dialect.ts";
import { divide, partsOf, type SqlOptions } from "./sql-filter.ts";
import type { SqlPart } from "./sql-part.ts";
import { requireTable } from "./table-mapping.ts";

/** The parts of a formula: each with its SQL, or with the reason why it is evaluated in memory. */
export function explainSql(
  formula: AnyFormula,
  dialect: Dialect,
  options: SqlOptions = {},
): readonly SqlPart[] {
  requireFormula(formula, "`explainSql`");
  requireTarget(dialect, "`explainSql`: the second argument", "a dialect", "dialect");
  const compiled = internals(formula);
  requireTable(options, "explainSql", compiled.schema);
  return partsOf(compiled, divide(compiled, dialect.definition, options), dialect.definition);
}
