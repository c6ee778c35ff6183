import { keepingFinder, keepRows, type RowFinder } from "./row-finder.ts";

/** Finds the rows of an IF whose condition never fails. Each branch is asked for its own rows only. */
export function choiceFinder(
  condition: RowFinder,
  then: RowFinder,
  otherwise: RowFinder,
): RowFinder {
  return keepingFinder((hits, start, end) => {
    const held = hits.slice(start, end);
    const holding = held.subarray(0, condition.refine(held, 0, held.length));
    const others = hits.slice(start, end);
    const left = others.subarray(0, keepRows(others, 0, others.length, holding, false));
    const first = holding.subarray(0, then.refine(holding, 0, holding.length));
    const second = left.subarray(0, otherwise.refine(left, 0, left.length));
    return merge(first, second, hits, start);
  });
}

/** Writes the rows of two lists, which are ascending and have no row in common, from a place on. Returns the end. */
function merge(a: Int32Array, b: Int32Array, hits: Int32Array, start: number): number {
  let [i, j, end] = [0, 0, start];
  while (i < a.length || j < b.length) {
    const isFirst = j === b.length || (i < a.length && (a[i] as number) < (b[j] as number));
    hits[end++] = (isFirst ? a[i++] : b[j++]) as number;
  }
  return end;
}
