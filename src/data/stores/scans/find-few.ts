import type { BestRows } from "../../../backends/columns/order/best-rows.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { pieceOf } from "./parallel-threshold.ts";

/** The first piece, as nothing is known yet of how long a row takes. */
const FIRST_ROWS = 32;

/** If what is left may take longer than this, in milliseconds, threads are sooner done with all rows. */
const WORTH_LEAVING_MS = 50;

/**
 * Finds the first few rows of an order on the caller's thread, where most rows need not be tested for them. Returns
 * `undefined` if so much is left after a moment that threads should test all rows.
 *
 * @param mayLeave whether threads can do it
 * @param isEager whether they do it after the first piece, however little is left
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
      if (mayLeave && msPerRow * best.left > WORTH_LEAVING_MS) return undefined;
      await slice.turn();
    }
    most = Math.min(2 * most, pieceOf(msPerRow), BLOCK);
  }
}
