/** More than this is not kept for the next time. */
const MOST_KEPT = 1 << 24;

let kept: Int32Array | undefined;

/**
 * Gives `use` room for the numbers of rows. The room is kept for later calls, but never lent while it is in use: a function of
 * the caller that a condition runs may ask columns itself.
 */
export function withScratch<T>(length: number, use: (scratch: Int32Array) => T): T {
  const scratch = kept !== undefined && kept.length >= length ? kept : new Int32Array(length);
  kept = undefined;
  try {
    return use(scratch);
  } finally {
    if (scratch.length <= MOST_KEPT) kept = scratch;
  }
}
