import type { ComparisonOperator } from "./ast.ts";

/** The comparisons, each with the one that has its operands exchanged. */
export const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

export function isComparison(operator: string): operator is ComparisonOperator {
  return Object.hasOwn(MIRRORED, operator);
}
