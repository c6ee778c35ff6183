import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import type { Column } from "../../../backends/columns/storage/column.ts";

/** Whether a column is strictly ascending and has no blanks. False for columns other than numbers and plain texts. */
export function isAscending(column: Column, length: number): boolean {
  if (column.kind === "numbers") {
    const { values } = column;
    for (let row = 1; row < length; row++) {
      if (!((values[row - 1] as number) < (values[row] as number))) return false;
    }
    return length === 0 || values[length - 1] !== Number.POSITIVE_INFINITY;
  }
  if (column.kind !== "texts") return false;
  // Compares byte ranges in place: creating an array for each text would take longer than the comparison.
  let before: DataView = new DataView(new ArrayBuffer(0));
  let fromBefore = 0;
  let toBefore = 0;
  for (const [number, { bytes, starts }] of column.blocks.entries()) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const rows = Math.min(BLOCK, length - number * BLOCK);
    for (let index = 1; index <= rows; index++) {
      const from = starts[index - 1] as number;
      const to = starts[index] as number;
      // Nothing precedes the first text, which also must not be blank.
      if (!isAfter(view, from, to, before, fromBefore, toBefore)) return false;
      before = view;
      fromBefore = from;
      toBefore = to;
    }
  }
  return true;
}

/** Whether one byte range sorts after another. Byte order of UTF-8 is code point order. */
function isAfter(
  view: DataView,
  from: number,
  to: number,
  before: DataView,
  fromBefore: number,
  toBefore: number,
): boolean {
  const size = toBefore - fromBefore;
  const both = Math.min(size, to - from);
  let same = 0;
  while (same + 4 <= both && before.getInt32(fromBefore + same) === view.getInt32(from + same)) {
    same += 4;
  }
  while (same < both && before.getUint8(fromBefore + same) === view.getUint8(from + same)) same++;
  if (same === both) return size < to - from;
  return before.getUint8(fromBefore + same) < view.getUint8(from + same);
}

/** An upper bound on the UTF-16 units in a text of the column; 0 for numbers and booleans. */
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
      // A text has no more units than UTF-8 bytes.
      for (const { starts } of column.blocks) {
        for (let index = 1; index < starts.length; index++) {
          longest = Math.max(longest, (starts[index] as number) - (starts[index - 1] as number));
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
