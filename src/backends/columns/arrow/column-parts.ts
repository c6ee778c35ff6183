import { BLANK } from "../../evaluation/encoded-value.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { FlagColumn, ListColumn, NumberColumn, TextColumn } from "../storage/column.ts";
import { BLANK_CODE, type Codes } from "../storage/dictionary.ts";
import type { Numbers } from "../storage/grow.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { utf8Length, writeUtf8 } from "../storage/utf8.ts";

/** The rows of a table, by index: row `list[first + index]`, or row `first + index` without a list. */
export interface WantedRows {
  readonly length: number;
  readonly first: number;
  readonly list: ArrayLike<number> | undefined;
}

function rowAt({ first, list }: WantedRows, position: number): number {
  return list === undefined ? first + position : (list[first + position] as number);
}

/** The arrays of a column in Arrow's layout. */
export interface ColumnParts {
  readonly nullCount: number;
  readonly nullBitmap: Uint8Array | undefined;
  readonly data?: ArrayLike<unknown>;
  readonly valueOffsets?: Int32Array;
}

/** The validity bitmap of missing values. */
function nulls(length: number, isMissing: (position: number) => boolean): ColumnParts {
  let nullBitmap: Uint8Array | undefined;
  let nullCount = 0;
  for (let position = 0; position < length; position++) {
    if (!isMissing(position)) continue;
    nullCount++;
    nullBitmap ??= new Uint8Array((length + 7) >> 3).fill(0xff);
    nullBitmap[position >> 3] = (nullBitmap[position >> 3] as number) & ~(1 << (position & 7));
  }
  return { nullCount, nullBitmap };
}

/**
 * Numbers of eight bytes. They are not copied if the column stores eight bytes and a range is selected. A blank keeps
 * its value.
 */
export function numberParts({ values, hasBlanks }: NumberColumn, rows: WantedRows): ColumnParts {
  const { length, first, list } = rows;
  let data: Numbers = values.subarray(first, first + length);
  if (list !== undefined || data instanceof Float32Array) {
    data = new Float64Array(length);
    for (let position = 0; position < length; position++)
      data[position] = values[rowAt(rows, position)] as number;
  }
  const isMissing = (position: number): boolean => data[position] === BLANK;
  return { ...nulls(hasBlanks ? length : 0, isMissing), data };
}

/** Dates in milliseconds. */
export function dateParts({ values }: NumberColumn, rows: WantedRows): ColumnParts {
  const data = new BigInt64Array(rows.length);
  // Writing two 32-bit words is several times as fast as writing one big integer.
  const words = new Int32Array(data.buffer);
  const missing = nulls(rows.length, (position) => {
    const value = values[rowAt(rows, position)] as number;
    if (value === BLANK) return true;
    words[2 * position] = value;
    words[2 * position + 1] = Math.floor(value / 2 ** 32);
    return false;
  });
  return { ...missing, data };
}

/** @param isMissing whether a row has no value; needed where the column itself does not record it */
export function flagParts(
  { values, isMissing: noted }: FlagColumn,
  rows: WantedRows,
  isMissing = noted,
): ColumnParts {
  const data = new Uint8Array((rows.length + 7) >> 3);
  for (let position = 0; position < rows.length; position++) {
    if (values[rowAt(rows, position)] === 1) {
      data[position >> 3] = (data[position >> 3] as number) | (1 << (position & 7));
    }
  }
  const missing = isMissing
    ? nulls(rows.length, (position) => isMissing(rowAt(rows, position)))
    : nulls(0, () => false);
  return { ...missing, data };
}

/** Codes. They are not copied if the rows are a range. */
export function codeParts(codes: Codes, rows: WantedRows): ColumnParts {
  const { length, first, list } = rows;
  let data = codes.subarray(first, first + length);
  if (list !== undefined) {
    data = new (codes.constructor as new (length: number) => Codes)(length);
    for (let position = 0; position < length; position++)
      data[position] = codes[rowAt(rows, position)] as number;
  }
  return { ...nulls(length, (position) => data[position] === BLANK_CODE), data };
}

/** The UTF-8 bytes of the texts. */
export function textParts({ blocks }: TextColumn, rows: WantedRows): ColumnParts {
  const { length, list } = rows;
  const valueOffsets = new Int32Array(length + 1);
  const data = new Uint8Array(textBytesOf(blocks, rows));
  let end = 0;
  for (let position = 0; position < length; ) {
    const row = rowAt(rows, position);
    const { bytes, starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const at = row & (BLOCK - 1);
    const count = list === undefined ? Math.min(BLOCK - at, length - position) : 1;
    const start = starts[at] as number;
    data.set(bytes.subarray(start, starts[at + count]), end);
    for (let index = 1; index <= count; index++) {
      valueOffsets[position + index] = end + (starts[at + index] as number) - start;
    }
    position += count;
    end = valueOffsets[position] as number;
  }
  return { ...nulls(length, isEmptyAt(valueOffsets)), data, valueOffsets };
}

function isEmptyAt(offsets: Int32Array): (position: number) => boolean {
  return (position) => offsets[position] === offsets[position + 1];
}

/** The number of bytes that the texts take. */
export function textBytesOf(blocks: readonly TextBlock[], rows: WantedRows): number {
  let size = 0;
  for (let position = 0; position < rows.length; ) {
    const row = rowAt(rows, position);
    const { starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const at = row & (BLOCK - 1);
    const count = rows.list === undefined ? Math.min(BLOCK - at, rows.length - position) : 1;
    size += (starts[at + count] as number) - (starts[at] as number);
    position += count;
  }
  return size;
}

/** Concatenates strings as UTF-8. */
export function textsParts(texts: readonly string[]): ColumnParts {
  const valueOffsets = new Int32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) {
    valueOffsets[index + 1] = (valueOffsets[index] as number) + utf8Length(text);
  }
  const data = new Uint8Array(valueOffsets[texts.length] as number);
  for (const [index, text] of texts.entries()) {
    writeUtf8(text, data, valueOffsets[index] as number);
  }
  return { nullCount: 0, nullBitmap: undefined, data, valueOffsets };
}

/** The offsets of the lists, and the codes of their items. */
export function listParts(
  { offsets, codes }: ListColumn,
  rows: WantedRows,
): { readonly lists: ColumnParts; readonly items: readonly number[] } {
  const valueOffsets = new Int32Array(rows.length + 1);
  const items: number[] = [];
  for (let position = 0; position < rows.length; position++) {
    const row = rowAt(rows, position);
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      items.push(codes[at] as number);
    }
    valueOffsets[position + 1] = items.length;
  }
  return { lists: { ...nulls(rows.length, isEmptyAt(valueOffsets)), valueOffsets }, items };
}
