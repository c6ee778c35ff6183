import { BLOCK } from "../../../backends/columns/storage/blocks.ts";

// How much work is worth the way to other threads, and in which pieces they take it.

/** Tables with fewer rows are searched within a moment. */
const LEAST_ROWS = 100_000;

/** Whether a table is so small that threads are not worth their while. */
export function isShort(rows: number, { isEager }: { readonly isEager: boolean }): boolean {
  return rows < LEAST_ROWS && !isEager;
}

/** Fewer rows of a table are not worth the way. */
export const WORTH_SENDING = 4 * BLOCK;
/** Threads go on so much sooner than a stretch of the event loop is over, in milliseconds. */
export const SOONER_MS = 7;
/** A search that takes no longer than this, in milliseconds, is not worth a mask. */
export const SOON_MS = 2;
/** If not all rows may be needed, this many are searched first, and four times as many each time after. */
export const FIRST_SEARCHED = 16 * BLOCK;

/** About how long a piece may take, in milliseconds. */
const PIECE_MS = 20;
const LEAST_PIECE = 32;

/** How many rows are searched in one go, if a row takes so many milliseconds: a power of two, up to a block. */
export function pieceOf(ms: number): number {
  let piece = BLOCK;
  while (piece > LEAST_PIECE && piece * ms > PIECE_MS) piece /= 2;
  return piece;
}
