import { BLOCK, BLOCK_BITS } from "../../columns/storage/blocks.ts";
import type { Column } from "../../columns/storage/column.ts";
import type { TextBlock } from "../../columns/storage/text-blocks.ts";

/** Whether no value is blank, and each is after the one before; false for other columns than numbers and plain texts. */
export function isAscending(column: Column, length: number): boolean {
  if (column.kind === "numbers") {
    const { values } = column;
    for (let row = 1; row < length; row++) {
      if (!((values[row - 1] as number) < (values[row] as number))) return false;
    }
    return length === 0 || values[length - 1] !== Number.POSITIVE_INFINITY;
  }
  if (column.kind !== "texts") return false;
  let before: Uint8Array = new Uint8Array(0);
  for (let row = 0; row < length; row++) {
    const { bytes, starts } = column.blocks[row >> BLOCK_BITS] as TextBlock;
    const place = row & (BLOCK - 1);
    const text = bytes.subarray(starts[place], starts[place + 1]);
    if (!isLess(before, text)) return false;
    before = text;
  }
  return true;
}

/** The order of bytes is that of code points. */
function isLess(a: Uint8Array, b: Uint8Array): boolean {
  const both = Math.min(a.length, b.length);
  for (let index = 0; index < both; index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return difference < 0;
  }
  return a.length < b.length;
}

/** The most UTF-16 units in a text of a column, or more; 0 for numbers and booleans. */
export function longestOf(column: Column): number {
  let longest = 0;
  switch (column.kind) {
    case "numbers":
    case "flags":
      return 0;
    case "codes":
      for (let code = 0; code < column.size; code++) {
        longest = Math.max(longest, column.texts[code]?.length ?? 0);
      }
      return longest;
    case "texts":
      // No text has more units than bytes.
      for (const { starts } of column.blocks) {
        for (let place = 1; place < starts.length; place++) {
          longest = Math.max(longest, (starts[place] as number) - (starts[place - 1] as number));
        }
      }
      return longest;
    case "lists": {
      const { offsets, codes, texts } = column;
      for (let row = 1; row < offsets.length; row++) {
        let units = 0;
        for (let at = offsets[row - 1] as number; at < (offsets[row] as number); at++) {
          units += (texts[codes[at] as number]?.length ?? 0) + 1;
        }
        longest = Math.max(longest, units);
      }
      return longest;
    }
  }
}
