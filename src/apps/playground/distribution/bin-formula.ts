import { fx, field as named } from "../../../engine/index.ts";
import type { Fragment } from "../../../language/source/formula-fragment.ts";

/**
 * A formula for the index of the bin with a field's value; blank for a blank. The first bin includes all lower values,
 * and the last one all higher ones.
 */
export function binFormula(field: string, edges: readonly (number | Date)[]): string {
  const reference = named(field);
  // A binary search, so that each record takes only a few comparisons.
  const binAmong = (from: number, to: number): Fragment => {
    if (to - from <= 1) return fx`${from}`;
    const middle = (from + to) >> 1;
    return fx`IF(${reference} < ${edges[middle]}, ${binAmong(from, middle)}, ${binAmong(middle, to)})`;
  };
  return fx`IF(${reference} = BLANK(), BLANK(), ${binAmong(0, edges.length - 1)})`.source;
}
