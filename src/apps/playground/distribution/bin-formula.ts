import { fx, field as named } from "../../../engine/index.ts";
import type { Fragment } from "../../../language/source/formula-fragment.ts";

/**
 * The formula of the number of the bin that a field's value lies in, from 0; blank for a blank. The first bin has all values
 * below, and the last one all above.
 */
export function binFormula(field: string, edges: readonly (number | Date)[]): string {
  const reference = named(field);
  // A tree of comparisons, so that each record takes only a few of them.
  const binAmong = (from: number, to: number): Fragment => {
    if (to - from <= 1) return fx`${from}`;
    const middle = (from + to) >> 1;
    return fx`IF(${reference} < ${edges[middle]}, ${binAmong(from, middle)}, ${binAmong(middle, to)})`;
  };
  return fx`IF(${reference} = BLANK(), BLANK(), ${binAmong(0, edges.length - 1)})`.source;
}
