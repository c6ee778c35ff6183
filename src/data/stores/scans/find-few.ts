import type { BestRows } from "../../../backends/columns/order/best-rows.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { chunkRowsFor } from "./parallel-threshold.ts";

/** The size of the first chunk, before the time per row is known. */
const FIRST_ROWS = 32;

/** If the remaining rows may take longer than this, in milliseconds, a parallel search of all rows is faster. */
const PARALLEL_THRESHOLD_MS = 50;

/**
 * Finds the first rows of an order with a small limit on the caller's thread, where most rows need not be tested.
 * Returns `undefined` if the remaining work is large enough that threads should test all rows.
 *
 * @param mayLeave whether threads can run the search
 * @param isEager whether to leave to threads after the first chunk in any case
 */
export async function findFew(
  best: BestRows,
  slice: TimeSlice,
  { mayLeave, isEager }: { readonly mayLeave: boolean; readonly isEager: boolean },
): Promise<Uint32Array | undefined> {
  let worked = 0;
  for (let most = FIRST_ROWS; ; ) {
    const begin = slice.clock.now();
    const isOver = !best.goOn(most);
    worked += slice.clock.now() - begin;
    if (isOver) return paced(best.sorting(), slice);
    const msPerRow = worked / best.done;
    if (mayLeave && isEager) return undefined;
    if (slice.shouldYield()) {
      if (mayLeave && msPerRow * best.left > PARALLEL_THRESHOLD_MS) return undefined;
      await slice.yield();
    }
    most = Math.min(2 * most, chunkRowsFor(msPerRow), BLOCK);
  }
}
