import { requireFormula } from "../language/core/compiled.ts";
import type { Formula } from "./formula.ts";

/**
 * Restricts a formula to a scope: the result selects the records that the scope selects and, if there is a formula, the
 * formula too. Nothing in the formula can reach beyond the scope, so a scope can enforce access rights. The formula may
 * be compiled for a view of the scope's schema without the fields that a customer must not see.
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
