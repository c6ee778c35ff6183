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
  // Only places are kept: an array for each text would take longer than to compare it.
  let bytesBefore: Uint8Array = new Uint8Array(0);
  let fromBefore = 0;
  let toBefore = 0;
  for (let row = 0; row < length; row++) {
    const { bytes, starts } = column.blocks[row >> BLOCK_BITS] as TextBlock;
    const place = row & (BLOCK - 1);
    const from = starts[place] as number;
    const to = starts[place + 1] as number;
    const size = toBefore - fromBefore;
    const both = Math.min(size, to - from);
    let same = 0;
    while (same < both && bytesBefore[fromBefore + same] === bytes[from + same]) same++;
    // The order of bytes is that of code points.
    const isAfter =
      same < both
        ? (bytesBefore[fromBefore + same] as number) < (bytes[from + same] as number)
        : size < to - from;
    if (!isAfter) return false;
    bytesBefore = bytes;
    fromBefore = from;
    toBefore = to;
  }
  return true;
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
