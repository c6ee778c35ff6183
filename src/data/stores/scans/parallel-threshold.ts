import { BLOCK } from "../../../backends/columns/storage/blocks.ts";

// Thresholds for parallel execution, and the size of its chunks.

/** Tables with fewer rows are searched on one thread. */
const LEAST_ROWS = 100_000;

/** Whether a table is below the threshold for parallel execution. */
export function isShort(rows: number, { isEager }: { readonly isEager: boolean }): boolean {
  return rows < LEAST_ROWS && !isEager;
}

/** The least number of remaining rows for which parallel execution breaks even. */
export const LEAST_PARALLEL_ROWS = 4 * BLOCK;
/** Work moves to threads this long before the time slice of the event loop ends, in milliseconds. */
export const SOONER_MS = 7;
/** A search that takes no longer than this, in milliseconds, needs no mask. */
export const SOON_MS = 2;
/** If not all rows may be needed, this number is searched first, and four times as many each time after. */
export const FIRST_SEARCHED = 16 * BLOCK;

/** The target time of a chunk, in milliseconds. */
const CHUNK_MS = 20;
const LEAST_CHUNK = 32;

/** The number of rows in a chunk, given the time per row in milliseconds: a power of two, up to a block. */
export function chunkRowsFor(ms: number): number {
  let chunkRows = BLOCK;
  while (chunkRows > LEAST_CHUNK && chunkRows * ms > CHUNK_MS) chunkRows /= 2;
  return chunkRows;
}
