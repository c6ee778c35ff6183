import type { Steps } from "../../../util/steps.ts";

/** Up to this number of values are sorted directly, which takes a millisecond or two. */
const FEW = 1 << 14;
/** Values processed in one step. */
const STEP = 1 << 17;

/**
 * Finds the number at an index of the sorted order, in short steps, by radix selection: each pass keeps the numbers
 * whose next sixteen bits match. The time is linear in their count.
 *
 * @param numbers may be reordered
 */
export function* nthNumber(numbers: Float64Array, index: number): Steps<number> {
  let left = numbers;
  let at = index;
  for (let word = 3; word >= 0 && left.length > FEW; word--) {
    const counts = new Uint32Array(1 << 16);
    for (let from = 0; from < left.length; from += STEP) {
      const keys = wordsOf(left.subarray(from, from + STEP));
      for (let index = word; index < keys.length; index += 4) {
        (counts[ordered(keys, index, word)] as number)++;
      }
      yield;
    }
    let bucket = 0;
    while (at >= (counts[bucket] as number)) at -= counts[bucket++] as number;
    const kept = new Float64Array(counts[bucket] as number);
    let size = 0;
    for (let from = 0; from < left.length; from += STEP) {
      const some = left.subarray(from, from + STEP);
      const keys = wordsOf(some);
      for (let index = 0; index < some.length; index++) {
        if (ordered(keys, index * 4 + word, word) === bucket) kept[size++] = some[index] as number;
      }
      yield;
    }
    left = kept;
  }
  // After the last pass, all remaining numbers are equal.
  return (left.length > FEW ? left[0] : left.sort()[at]) as number;
}

/** The four 16-bit words of each number, lowest first: all supported platforms are little-endian. */
function wordsOf(numbers: Float64Array): Uint16Array {
  return new Uint16Array(numbers.buffer, numbers.byteOffset, numbers.length * 4);
}

/** A word of a number, mapped so that words sort like numbers. */
function ordered(words: Uint16Array, index: number, word: number): number {
  const value = words[index] as number;
  const sign = words[index + 3 - word] as number;
  if (sign < 0x8000) return word === 3 ? value + 0x8000 : value;
  return 0xffff - value;
}
