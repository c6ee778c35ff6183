/** An allocation of `MOST` bytes certainly triggers garbage collection; less freed memory needs `TIMES` its size. */
const MOST = 2 ** 28;
const TIMES = 8;

/**
 * Triggers garbage collection after shared memory was freed. V8 does not count shared memory, so it might not collect
 * for a long time. An equivalent amount of ordinary memory is allocated instead; it is never touched. Returns its size.
 *
 * @param bytes the size of the freed shared memory
 */
export function hintGarbageCollection(bytes: number): number {
  try {
    return new ArrayBuffer(Math.min(bytes * TIMES, MOST)).byteLength;
  } catch {
    // The allocation failed, but the attempt ran the garbage collector.
    return 0;
  }
}
