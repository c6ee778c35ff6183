import type { RowOrder } from "./row-order.ts";

/** Fewer rows are sorted by comparing them. */
const FEW = 256;

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** Digits of a number of 64 bits, the lowest first: word and shift. */
const PLACES: readonly (readonly [word: 0 | 1, shift: number])[] = [
  [0, 0],
  [0, 11],
  [0, 22],
  [1, 0],
  [1, 11],
  [1, 22],
];

/**
 * Puts rows, which come in ascending order, in another one, in place. Their first key is turned into whole numbers, which are sorted digit by
 * digit; only rows of the same number are compared.
 */
export function sortRows(rows: Uint32Array, order: RowOrder): Uint32Array {
  const { firstKey, compare } = order;
  if (rows.length < FEW || firstKey === undefined) return rows.sort(compare);
  const { length } = rows;
  const numbers = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    // Adding 0 makes 0 of -0.
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

/** The indexes of numbers in ascending order; equal ones keep theirs. */
function sortedPlaces(numbers: Float64Array): Uint32Array {
  const { length } = numbers;
  const words = new Uint32Array(numbers.buffer.slice(0));
  for (let at = 0; at < 2 * length; at += 2) {
    const high = words[at + 1] as number;
    // So that the bits of smaller numbers are smaller: all are turned of negative ones, and the sign of others.
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
    // All have the same digit.
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
