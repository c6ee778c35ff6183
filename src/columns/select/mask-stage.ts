import { bitCount, RowMask, rowsWithin } from "../mask/row-mask.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import { ALL, NONE, SOME } from "./zone-test.ts";

/** A stage of a plan that finds the rows of a mask. */
export function maskStage(mask: RowMask): Stage {
  const words = RowMask.wordsOf(mask);
  const finder: RowFinder = {
    scan: (from, to, hits, size) => rowsWithin(words, from, to, hits, size),
    refine: (hits, start, end) => {
      let found = start;
      for (let index = start; index < end; index++) {
        const row = hits[index] as number;
        hits[found] = row;
        found += ((words[row >>> 5] as number) >>> (row & 31)) & 1;
      }
      return found;
    },
    count: (from, to) => {
      let count = 0;
      for (let word = from >>> 5; word < to >>> 5; word++) count += bitCount(words[word] as number);
      return count;
    },
  };
  const zone = (block: number): number => {
    const first = block << BLOCK_BITS;
    const some = words.subarray(first >>> 5, (first + BLOCK) >>> 5);
    if (some.every((word) => word === 0)) return NONE;
    return some.length * 32 === BLOCK && some.every((word) => word === 0xffffffff) ? ALL : SOME;
  };
  return { loop: "mask", finder, zones: [zone] };
}
