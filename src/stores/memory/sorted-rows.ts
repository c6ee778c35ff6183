import { MergeSort } from "../../columns/order/merge-sort.ts";
import type { RowOrder } from "../../columns/order/row-order.ts";
import { sortRows } from "../../columns/order/sort-rows.ts";
import type { TimeSlice } from "../time-slice.ts";

/** Above this length, texts that begin alike can make a comparison slow. */
export const SHORT_TEXT = 256;
/** The most units of texts that are compared in a piece, about; it takes some milliseconds. */
const PIECE = 6_000_000;
/** Comparing two rows whose texts differ at once takes as long as comparing so many units. */
const COMPARING = 40;

/**
 * Sorts rows, and lets other work have its turn in between: a million texts take a second.
 *
 * @param rows in ascending order; their order in this array changes
 * @param longest the length of the longest text that is compared
 */
export async function sortedRows(
  rows: Uint32Array,
  order: RowOrder,
  slice: TimeSlice,
  longest = 0,
): Promise<Uint32Array> {
  const sort = new MergeSort(rows, {
    compare: order.compare,
    weight: () => COMPARING + longest,
    piece: PIECE,
    sortRun: (run) => sortRows(run, order),
  });
  while (sort.goOn()) if (slice.isDue()) await slice.turn();
  return sort.sorted;
}
