import { bitCount, RowMask, rowsWithin } from "../mask/row-mask.ts";
import type { RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";

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
  return { loop: "mask", finder };
}
