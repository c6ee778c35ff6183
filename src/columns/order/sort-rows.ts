import type { RowOrder } from "./row-order.ts";

/** Fewer rows than this are sorted by comparing them. */
const FEW = 256;

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** The digits of a number of 64 bits, the lowest first: the word that a digit is in, and its shift there. */
const PLACES: readonly (readonly [word: 0 | 1, shift: number])[] = [
  [0, 0],
  [0, 11],
  [0, 22],
  [1, 0],
  [1, 11],
  [1, 22],
];

/**
 * Sorts rows, which are ascending, in place. The numbers of the first key are sorted digit by digit, as whole numbers
 * of 64 bits; only rows with the same number are compared.
 */
export function sortRows(rows: Uint32Array, order: RowOrder): Uint32Array {
  const { firstKey, compare } = order;
  if (rows.length < FEW || firstKey === undefined) return rows.sort(compare);
  const { length } = rows;
  const numbers = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    // Adding 0 turns -0 into 0.
    numbers[index] = firstKey.number(rows[index] as number) + 0;
  }
  const places = sortedPlaces(numbers);
  const unsorted = rows.slice();
  for (let index = 0; index < length; index++) {
    rows[index] = unsorted[places[index] as number] as number;
  }
  if (!firstKey.isSole) {
    for (let from = 0; from < length; ) {
      const number = numbers[places[from] as number];
      let to = from + 1;
      while (to < length && numbers[places[to] as number] === number) to++;
      if (to > from + 1) rows.subarray(from, to).sort(compare);
      from = to;
    }
  }
  return rows;
}

/** The indexes of numbers, sorted by the numbers; the indexes of equal numbers stay ascending. */
function sortedPlaces(numbers: Float64Array): Uint32Array {
  const { length } = numbers;
  const words = new Uint32Array(numbers.buffer.slice(0));
  for (let at = 0; at < 2 * length; at += 2) {
    const high = words[at + 1] as number;
    // Makes the bits of smaller numbers smaller: all bits of a negative number are flipped, else only the sign.
    if (high >>> 31 === 1) {
      words[at] = ~(words[at] as number);
      words[at + 1] = ~high;
    } else words[at + 1] = high | 0x8000_0000;
  }
  let places = Uint32Array.from({ length }, (_, index) => index);
  let next = new Uint32Array(length);
  const counts = new Uint32Array(DIGITS);
  for (const [word, shift] of PLACES) {
    counts.fill(0);
    for (let at = word; at < 2 * length; at += 2) {
      const digit = ((words[at] as number) >>> shift) & (DIGITS - 1);
      counts[digit] = (counts[digit] as number) + 1;
    }
    // If all numbers have the same digit, the order does not change.
    if (counts.includes(length)) continue;
    let start = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = counts[digit] as number;
      counts[digit] = start;
      start += count;
    }
    for (let index = 0; index < length; index++) {
      const place = places[index] as number;
      const digit = ((words[2 * place + word] as number) >>> shift) & (DIGITS - 1);
      const to = counts[digit] as number;
      counts[digit] = to + 1;
      next[to] = place;
    }
    [places, next] = [next, places];
  }
  return places;
}
