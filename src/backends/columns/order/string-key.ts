import type { RadixKey } from "./radix-sort.ts";

/** A number made of three units of 16 bits is exact. */
const NUMBERED = 3;
const UNIT = 2 ** 16;

/** Sorts items by texts: by code points, as `compareText` compares them. The blank text comes first. */
export function stringKey(textOf: (item: number) => string, isDescending = false): RadixKey {
  const sign = isDescending ? -1 : 1;
  return {
    write: (items, from, to, depth, into) => {
      for (let index = from; index < to; index++) {
        const text = textOf(items[index] as number);
        let number = 0;
        for (let at = depth * NUMBERED; at < (depth + 1) * NUMBERED; at++) {
          // A text has no NUL, so 0 can stand for its end.
          number = number * UNIT + (at < text.length ? placeOf(text.charCodeAt(at)) : 0);
        }
        into[index] = sign * number;
      }
    },
    goesOn: (number) => number % UNIT !== 0,
  };
}

/** Surrogates, which stand for the code points from U+10000 up, come after all other units. */
function placeOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
