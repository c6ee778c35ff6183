import type { RadixKey } from "./radix-sort.ts";

/** The number of 16-bit units packed into one number: a double holds three of them exactly. */
const NUMBERED = 3;
const UNIT = 2 ** 16;

/** Sorts items by strings, in the order of code points as `compareText` does. The empty string comes first. */
export function stringKey(textOf: (item: number) => string, isDescending = false): RadixKey {
  const sign = isDescending ? -1 : 1;
  return {
    write: (items, from, to, depth, into) => {
      for (let index = from; index < to; index++) {
        const text = textOf(items[index] as number);
        let number = 0;
        for (let at = depth * NUMBERED; at < (depth + 1) * NUMBERED; at++) {
          // A text has no NUL, so 0 marks its end.
          number = number * UNIT + (at < text.length ? rankOf(text.charCodeAt(at)) : 0);
        }
        into[index] = sign * number;
      }
    },
    goesOn: (number) => number % UNIT !== 0,
  };
}

/** Maps a unit to its rank: surrogates, which encode code points from U+10000 on, come after all other units. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
