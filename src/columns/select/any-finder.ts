import { keepingFinder, keepRows, type RowFinder } from "./row-finder.ts";

/** Finds the rows that at least one of some finders finds. Each of them is asked only for the rows that those before it left. */
export function anyFinder(finders: readonly RowFinder[]): RowFinder {
  return keepingFinder((hits, start, end) => {
    let left = hits.slice(start, end);
    for (const finder of finders) {
      if (left.length === 0) break;
      const found = left.slice();
      const count = finder.refine(found, 0, found.length);
      left = left.subarray(0, keepRows(left, 0, left.length, found.subarray(0, count), false));
    }
    return keepRows(hits, start, end, left, false);
  });
}
