import { requireFormula } from "../language/core/compiled.ts";
import type { Formula } from "./formula.ts";

/**
 * A formula within a scope: the records that the scope returns and, if there is a formula, the formula too. The scope
 * may be what a customer must never leave, since nothing in a formula can reach beyond it.
 *
 * @example
 * ```ts
 * const own = scope.with({ dealer: session.dealer });
 * const where = restrict(filter, own).toSql(postgres, { table: "cars" });
 * ```
 *
 * @throws `TypeError` if both were compiled for different schemas
 */
export function restrict<Row>(
  formula: Formula<Row> | undefined,
  scope: Formula<Row>,
): Formula<Row> {
  requireFormula(scope, "`restrict`");
  return formula === undefined ? scope : scope.and(formula);
}
