import { validity } from "../../binary/arrow-columns.ts";
import { ARROW_TYPES, type ArrowData } from "../../binary/arrow-data.ts";
import { BLOCK } from "../storage/blocks.ts";
import { CHANGES_TO_ASCII, type TextBlock } from "../storage/text-blocks.ts";
import type { TextStore } from "../storage/text-store.ts";
import { strictTextOfUtf8 } from "../storage/utf8.ts";
import type { TableField } from "./table-fields.ts";

/**
 * Fills an empty store with texts that hardly repeat, whose bytes are not copied. Returns false, and leaves the store
 * empty, if the texts have to be written one by one: because they repeat, because blocks do not begin where batches do,
 * or because something is wrong with them.
 */
export function fillBytes(store: TextStore, { field, column, chunks }: TableField): boolean {
  const [first] = chunks;
  if (first === undefined || first.rows < BLOCK || field.type !== column.type) return false;
  if (chunks.some(({ data }) => data.type.typeId !== ARROW_TYPES.utf8)) return false;
  if (chunks.slice(0, -1).some(({ rows }) => rows % BLOCK !== 0)) return false;
  const valueAt = column.read(first.data);
  const texts = new Set<unknown>();
  for (let row = 0; row < BLOCK; row++) texts.add(column.decode(valueAt(row)));
  if (store.keepsCodes(texts.size, BLOCK)) return false;
  const blocks: TextBlock[] = [];
  for (const { data, rows } of chunks) {
    const isValid = data.nullCount === 0 ? undefined : validity(data);
    for (let from = 0; from < rows; from += BLOCK) {
      const block = blockOf(data, from, Math.min(BLOCK, rows - from), isValid);
      if (block === undefined) return false;
      blocks.push(block);
    }
  }
  store.adoptBlocks(blocks);
  return true;
}

/** Returns `undefined` if a text is not one of a record, or if a missing one has bytes. */
function blockOf(
  { values, valueOffsets }: ArrowData,
  from: number,
  count: number,
  isValid: ((row: number) => boolean) | undefined,
): TextBlock | undefined {
  const starts = new Uint32Array(count + 1);
  const begin = Number(valueOffsets[from]);
  let last = begin;
  for (let index = 0; index <= count; index++) {
    const start = Number(valueOffsets[from + index]);
    if (start < last || (index > 0 && start > last && isValid?.(from + index - 1) === false)) {
      return undefined;
    }
    starts[index] = start - begin;
    last = start;
  }
  if (begin < 0 || last > values.length || !(values instanceof Uint8Array)) return undefined;
  const bytes = values.subarray(begin, last);
  const { isAscii, isPlain } = kindOf(bytes);
  if (!isPlain && bytes.includes(0)) return undefined;
  let changesToAscii = false;
  if (!isAscii) {
    const text = strictTextOfUtf8(bytes);
    if (text === undefined) return undefined;
    changesToAscii = CHANGES_TO_ASCII.test(text);
    for (const start of starts) if (((bytes[start] ?? 0) & 0xc0) === 0x80) return undefined;
  }
  return { bytes, end: bytes.length, starts, isAscii, changesToAscii, isPlain };
}

const HIGH = 0x80808080;
const ONES = 0x01010101;
const SPACES = 0x20202020;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Whether all bytes are ASCII, and whether none needs an escape in JSON. Four bytes are looked at at once. */
function kindOf(bytes: Uint8Array): { readonly isAscii: boolean; readonly isPlain: boolean } {
  const { buffer, byteOffset, length } = bytes;
  const head = Math.min(length, -byteOffset & 3);
  const words = new Uint32Array(buffer, byteOffset + head, (length - head) >> 2);
  let high = 0;
  let special = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    const quote = word ^ QUOTES;
    const backslash = word ^ BACKSLASHES;
    // A byte that is 0, or below the space, borrows from its highest bit. A byte after such a one may be taken for one,
    // too, which is on the safe side; and a high byte is none, since its own highest bit is set.
    special |=
      ((word - SPACES) & ~word) | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
    high |= word;
  }
  let isPlain = (special & HIGH) === 0;
  let isAscii = (high & HIGH) === 0;
  const look = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte > 0x7f) isAscii = false;
      if (byte < 0x20 || byte === 0x22 || byte === 0x5c) isPlain = false;
    }
  };
  look(0, head);
  look(head + 4 * words.length, length);
  return { isAscii, isPlain };
}
