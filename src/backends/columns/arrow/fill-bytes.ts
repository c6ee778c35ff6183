import type { Steps } from "../../../util/steps.ts";
import { validity } from "../../arrow-layout/arrow-columns.ts";
import { ARROW_TYPES, type ArrowData } from "../../arrow-layout/arrow-data.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { AllocateBuffer } from "../storage/memory.ts";
import { CHANGES_TO_ASCII, type TextBlock } from "../storage/text-blocks.ts";
import type { TextStore } from "../storage/text-store.ts";
import { hasZero, isAscii, strictTextOfUtf8 } from "../storage/utf8.ts";
import type { ArrowChunk, TableField } from "./table-fields.ts";

/**
 * Fills an empty store with texts that rarely repeat, without copying their bytes. Returns false and leaves the store
 * empty if the texts repeat or are invalid: then the caller adds them one by one.
 */
export function* fillBytes(
  store: TextStore,
  { field, column, chunks }: TableField,
  memory: AllocateBuffer,
): Steps<boolean> {
  const [first] = chunks;
  if (first === undefined || first.rows < BLOCK || field.type !== column.type) return false;
  if (chunks.some(({ data }) => data.type.typeId !== ARROW_TYPES.utf8)) return false;
  const valueAt = column.read(first.data);
  const texts = new Set<unknown>();
  for (let row = 0; row < BLOCK; row++) texts.add(column.decode(valueAt(row)));
  if (store.keepsCodes(texts.size, BLOCK)) return false;
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  // Each block has one more start than it has rows.
  const starts = new Uint32Array(memory(4 * (rows + Math.ceil(rows / BLOCK))));
  const blocks: TextBlock[] = [];
  let at = 0;
  for (const parts of partsOfBlocks(chunks)) {
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const block = blockOf(parts, starts.subarray(at, at + count + 1), memory);
    if (block === undefined) return false;
    blocks.push(block);
    at += count + 1;
    yield;
  }
  store.adoptBlocks(blocks);
  return true;
}

/** Rows of one chunk that fall into one block. */
interface ByteRun {
  readonly data: ArrowData;
  readonly from: number;
  readonly count: number;
}

/** Splits the chunks at block boundaries. A block has several runs if chunks do not begin where blocks do. */
function* partsOfBlocks(chunks: readonly ArrowChunk[]): Generator<readonly ByteRun[]> {
  let parts: ByteRun[] = [];
  let room = BLOCK;
  for (const { data, rows } of chunks) {
    for (let from = 0; from < rows; ) {
      const count = Math.min(room, rows - from);
      parts.push({ data, from, count });
      from += count;
      room -= count;
      if (room > 0) continue;
      yield parts;
      parts = [];
      room = BLOCK;
    }
  }
  if (parts.length > 0) yield parts;
}

/**
 * Builds a block and writes its offsets. Returns `undefined` if a text is invalid in a record, or if a missing text has
 * bytes.
 */
function blockOf(
  parts: readonly ByteRun[],
  starts: Uint32Array,
  memory: AllocateBuffer,
): TextBlock | undefined {
  const slices: Uint8Array[] = [];
  let end = 0;
  let at = 0;
  for (const { data, from, count } of parts) {
    const { values, valueOffsets } = data;
    /* v8 ignore next -- every known package stores texts in this layout */
    if (!(values instanceof Uint8Array && valueOffsets instanceof Int32Array)) return undefined;
    const begin = valueOffsets[from] as number;
    let last = begin;
    for (let index = 0; index <= count; index++) {
      const start = valueOffsets[from + index] as number;
      if (!(start >= last)) return undefined;
      starts[at + index] = end + start - begin;
      last = start;
    }
    if (begin < 0 || last > values.length || hasMissingBytes(data, from, count)) return undefined;
    slices.push(values.subarray(begin, last));
    end += last - begin;
    at += count;
  }
  const bytes = joined(slices, memory);
  if (hasZero(bytes)) return undefined;
  const isPure = isAscii(bytes);
  let changesToAscii = false;
  if (!isPure) {
    const text = strictTextOfUtf8(bytes);
    if (text === undefined) return undefined;
    changesToAscii = CHANGES_TO_ASCII.test(text);
    for (const start of starts) if (((bytes[start] ?? 0) & 0xc0) === 0x80) return undefined;
  }
  return { bytes, end: bytes.length, starts, isAscii: isPure, changesToAscii };
}

/** Whether a missing text has bytes. */
function hasMissingBytes(data: ArrowData, from: number, count: number): boolean {
  if (data.nullCount === 0) return false;
  const isValid = validity(data);
  for (let row = from; row < from + count; row++) {
    if (!isValid(row) && data.valueOffsets[row] !== data.valueOffsets[row + 1]) return true;
  }
  return false;
}

/** The slice itself if there is only one, otherwise a concatenated copy. */
function joined(slices: readonly Uint8Array[], memory: AllocateBuffer): Uint8Array {
  const [first, ...others] = slices;
  if (first !== undefined && others.length === 0) return first;
  const bytes = new Uint8Array(memory(slices.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const slice of slices) {
    bytes.set(slice, at);
    at += slice.length;
  }
  return bytes;
}
