/** So much is sure to make the collector of garbage run; and so many times the memory that is of no more use, if that is less. */
const MOST = 2 ** 28;
const TIMES = 8;

/**
 * Told how much memory that threads share is of no more use. The collector of garbage does not count such memory, and
 * might not run for as long as nothing else is needed. Memory of its own, which nobody touches, counts in its place.
 * Returns how much that is.
 */
export function hintGarbageCollection(bytes: number): number {
  try {
    return new ArrayBuffer(Math.min(bytes * TIMES, MOST)).byteLength;
  } catch {
    // There is no room for it, and so the collector has run.
    return 0;
  }
}
