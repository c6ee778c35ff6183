import { requireFormula } from "../language/core/compiled.ts";
import type { Formula } from "./formula.ts";

/**
 * A formula within a scope: the records that the scope returns and, if there is a formula, the formula too. The scope
 * may be what a customer must never leave, since nothing in a formula can reach beyond it. The formula may be compiled for a
 * view of the scope's schema, which lacks the fields that the customer must not see.
 *
 * @example
 * ```ts
 * const own = scope.with({ dealer: session.dealer });
 * const where = restrict(filter, own).toSql(postgres, { table: "cars" });
 * ```
 *
 * @throws `TypeError` if both were compiled for different schemas
 */
export function restrict<Row, Whole extends Row>(
  formula: Formula<Row> | undefined,
  scope: Formula<Whole>,
): Formula<Whole> {
  requireFormula(scope, "`restrict`");
  return formula === undefined ? scope : scope.and(formula);
}
