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

function rowAt({ first, list }: WantedRows, place: number): number {
  return list === undefined ? first + place : (list[first + place] as number);
}

/** The arrays of a column in Arrow's layout. */
export interface Parts {
  readonly nullCount: number;
  readonly nullBitmap: Uint8Array | undefined;
  readonly data?: ArrayLike<unknown>;
  readonly valueOffsets?: Int32Array;
}

/** The validity bitmap of missing values. */
function nulls(length: number, isMissing: (place: number) => boolean): Parts {
  let nullBitmap: Uint8Array | undefined;
  let nullCount = 0;
  for (let place = 0; place < length; place++) {
    if (!isMissing(place)) continue;
    nullCount++;
    nullBitmap ??= new Uint8Array((length + 7) >> 3).fill(0xff);
    nullBitmap[place >> 3] = (nullBitmap[place >> 3] as number) & ~(1 << (place & 7));
  }
  return { nullCount, nullBitmap };
}

/**
 * Numbers of eight bytes. They are not copied if the column stores eight bytes and a range is selected. A blank keeps
 * its value.
 */
export function numberParts({ values, hasBlanks }: NumberColumn, rows: WantedRows): Parts {
  const { length, first, list } = rows;
  let data: Numbers = values.subarray(first, first + length);
  if (list !== undefined || data instanceof Float32Array) {
    data = new Float64Array(length);
    for (let place = 0; place < length; place++) data[place] = values[rowAt(rows, place)] as number;
  }
  const isMissing = (place: number): boolean => data[place] === BLANK;
  return { ...nulls(hasBlanks ? length : 0, isMissing), data };
}

/** Dates in milliseconds. */
export function dateParts({ values }: NumberColumn, rows: WantedRows): Parts {
  const data = new BigInt64Array(rows.length);
  // Writing two 32-bit words is several times as fast as writing one big integer.
  const words = new Int32Array(data.buffer);
  const missing = nulls(rows.length, (place) => {
    const value = values[rowAt(rows, place)] as number;
    if (value === BLANK) return true;
    words[2 * place] = value;
    words[2 * place + 1] = Math.floor(value / 2 ** 32);
    return false;
  });
  return { ...missing, data };
}

/** @param isMissing whether a row has no value; needed where the column itself does not record it */
export function flagParts(
  { values, isMissing: told }: FlagColumn,
  rows: WantedRows,
  isMissing = told,
): Parts {
  const data = new Uint8Array((rows.length + 7) >> 3);
  for (let place = 0; place < rows.length; place++) {
    if (values[rowAt(rows, place)] === 1) {
      data[place >> 3] = (data[place >> 3] as number) | (1 << (place & 7));
    }
  }
  const missing = isMissing
    ? nulls(rows.length, (place) => isMissing(rowAt(rows, place)))
    : nulls(0, () => false);
  return { ...missing, data };
}

/** Codes. They are not copied if the rows are a range. */
export function codeParts(codes: Codes, rows: WantedRows): Parts {
  const { length, first, list } = rows;
  let data = codes.subarray(first, first + length);
  if (list !== undefined) {
    data = new (codes.constructor as new (length: number) => Codes)(length);
    for (let place = 0; place < length; place++) data[place] = codes[rowAt(rows, place)] as number;
  }
  return { ...nulls(length, (place) => data[place] === BLANK_CODE), data };
}

/** The UTF-8 bytes of the texts. */
export function textParts({ blocks }: TextColumn, rows: WantedRows): Parts {
  const { length, list } = rows;
  const valueOffsets = new Int32Array(length + 1);
  const data = new Uint8Array(textBytesOf(blocks, rows));
  let end = 0;
  for (let place = 0; place < length; ) {
    const row = rowAt(rows, place);
    const { bytes, starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const at = row & (BLOCK - 1);
    const count = list === undefined ? Math.min(BLOCK - at, length - place) : 1;
    const start = starts[at] as number;
    data.set(bytes.subarray(start, starts[at + count]), end);
    for (let index = 1; index <= count; index++) {
      valueOffsets[place + index] = end + (starts[at + index] as number) - start;
    }
    place += count;
    end = valueOffsets[place] as number;
  }
  return { ...nulls(length, isEmptyAt(valueOffsets)), data, valueOffsets };
}

function isEmptyAt(offsets: Int32Array): (place: number) => boolean {
  return (place) => offsets[place] === offsets[place + 1];
}

/** The number of bytes that the texts take. */
export function textBytesOf(blocks: readonly TextBlock[], rows: WantedRows): number {
  let size = 0;
  for (let place = 0; place < rows.length; ) {
    const row = rowAt(rows, place);
    const { starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const at = row & (BLOCK - 1);
    const count = rows.list === undefined ? Math.min(BLOCK - at, rows.length - place) : 1;
    size += (starts[at + count] as number) - (starts[at] as number);
    place += count;
  }
  return size;
}

/** Concatenates strings as UTF-8. */
export function textsParts(texts: readonly string[]): Parts {
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
): { readonly lists: Parts; readonly items: readonly number[] } {
  const valueOffsets = new Int32Array(rows.length + 1);
  const items: number[] = [];
  for (let place = 0; place < rows.length; place++) {
    const row = rowAt(rows, place);
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      items.push(codes[at] as number);
    }
    valueOffsets[place + 1] = items.length;
  }
  return { lists: { ...nulls(rows.length, isEmptyAt(valueOffsets)), valueOffsets }, items };
}
