import type { Formula, Value } from "../../engine/index.ts";

/**
 * The formula's value for a record by the reference evaluator, the slow and obvious way to compute it. Every other
 * evaluation must agree with it.
 */
export function evaluateByReference<Row>(formula: Formula<Row>, row: Row): Value {
  return formula.reference(row);
}
