import type { Steps } from "../../../util/steps.ts";

/** Numbers of up to this many are sorted: that takes a millisecond or two. */
const FEW = 1 << 14;
/** Passes over more numbers are done in steps of this many. */
const STEP = 1 << 17;

/**
 * Finds the number that would be at a place if the numbers were sorted, in steps of a short time. Its time grows with
 * their count, whatever they are: each pass keeps those whose next sixteen bits are right.
 *
 * @param numbers their order may change
 */
export function* nthNumber(numbers: Float64Array, place: number): Steps<number> {
  let left = numbers;
  let at = place;
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
  // After the last pass all that are left are the same.
  return (left.length > FEW ? left[0] : left.sort()[at]) as number;
}

/** The four words of each number: the last one is the highest, on all machines that JavaScript runs on fast. */
function wordsOf(numbers: Float64Array): Uint16Array {
  return new Uint16Array(numbers.buffer, numbers.byteOffset, numbers.length * 4);
}

/** A word of a number such that the order of words is that of numbers. */
function ordered(words: Uint16Array, index: number, word: number): number {
  const value = words[index] as number;
  const sign = words[index + 3 - word] as number;
  if (sign < 0x8000) return word === 3 ? value + 0x8000 : value;
  return 0xffff - value;
}
