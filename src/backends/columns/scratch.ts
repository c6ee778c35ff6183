/** Longer arrays are not reused. */
const MOST_KEPT = 1 << 24;

let kept: Int32Array | undefined;

/**
 * Calls `use` with an array for row numbers. The array is reused by later calls, but never by two at a time: a custom
 * function in a condition may itself run a formula on columns.
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
