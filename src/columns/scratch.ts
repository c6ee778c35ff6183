/** More than this is not kept for the next time. */
const MOST_KEPT = 1 << 24;

let kept = new Int32Array(0);

/** Room for the numbers of rows while one call runs; nothing that it holds outlives the call. */
export function borrowScratch(length: number): Int32Array {
  if (kept.length >= length) return kept;
  const scratch = new Int32Array(length);
  if (length <= MOST_KEPT) kept = scratch;
  return scratch;
}
