import { listAt } from "../../../backends/columns/select/read-column.ts";
import { BLOCK, BLOCK_BITS } from "../../../backends/columns/storage/blocks.ts";
import type { Column, TextColumn } from "../../../backends/columns/storage/column.ts";
import type { TextBlock } from "../../../backends/columns/storage/text-blocks.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { StoreValue } from "../files/record-shape.ts";

export type ReadValue = (row: number) => StoreValue;

/**
 * Returns a function that reads a column's value by row, as stores return it.
 *
 * @param has whether a row's boolean is missing
 */
export function valueReader(
  column: Column,
  type: ValueType,
  has?: (row: number) => boolean,
): ReadValue {
  switch (column.kind) {
    case "numbers": {
      const { values } = column;
      const isDate = type === "date";
      return (row) => {
        const value = values[row] as number;
        if (value === Number.POSITIVE_INFINITY) return null;
        return isDate ? new Date(value) : value;
      };
    }
    case "flags": {
      const { values, isMissing = has } = column;
      return (row) => (values[row] === 1 ? true : isMissing?.(row) === true ? null : false);
    }
    case "codes": {
      const { codes, texts } = column;
      return (row) => texts[codes[row] as number] || null;
    }
    case "texts":
      return textReader(column);
    case "lists":
      return (row) => {
        const list = listAt(column, row);
        return list.length > 0 ? list : null;
      };
  }
}

/** `Buffer` decodes short strings several times as fast as `TextDecoder`. */
function textReader({ blocks }: TextColumn): ReadValue {
  const buffers: Buffer[] = [];
  return (row) => {
    const number = row >> BLOCK_BITS;
    const { bytes, starts, isAscii } = blocks[number] as TextBlock;
    const index = row & (BLOCK - 1);
    const start = starts[index] as number;
    const end = starts[index + 1] as number;
    if (start === end) return null;
    buffers[number] ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return buffers[number].toString(isAscii ? "latin1" : "utf8", start, end);
  };
}
