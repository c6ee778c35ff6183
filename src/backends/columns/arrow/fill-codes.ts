import { isText } from "../../../language/values/text/index.ts";
import type { Steps } from "../../../util/steps.ts";
import type { ArrowColumn } from "../../arrow-layout/arrow-columns.ts";
import { validity } from "../../arrow-layout/arrow-columns.ts";
import { ARROW_TYPES, type ArrowData } from "../../arrow-layout/arrow-data.ts";
import { BLANK_CODE, type Codes } from "../storage/dictionary.ts";
import type { AllocateBuffer } from "../storage/memory.ts";
import type { TextStore } from "../storage/text-store.ts";
import type { ArrowChunk, TableField } from "./table-fields.ts";

/**
 * Fills an empty store with texts of one dictionary. The codes are not copied if they match the layout of the store:
 * the first entry is the blank text, entries are distinct, and a missing value has the code of the blank text. Returns
 * the number of entries that became blank because a field cannot hold them. Returns `undefined` and leaves the store
 * empty if the texts have to be added one by one.
 */
export function* fillCodes(
  store: TextStore,
  { column, chunks }: TableField,
  memory: AllocateBuffer,
): Steps<number | undefined> {
  const [first, ...others] = chunks;
  const dictionary = first?.data.dictionary;
  if (first?.data.type.typeId !== ARROW_TYPES.dictionary || dictionary === undefined)
    return undefined;
  if (others.some(({ data }) => data.dictionary !== dictionary)) return undefined;
  const entries = dictionary.data.reduce((count, { length }) => count + length, 0);
  const rows = chunks.reduce((count, chunk) => count + chunk.rows, 0);
  if (!store.keepsCodes(entries + 1, rows)) return undefined;
  const { texts, codeOf, lost } = entriesOf(entries, column, first.data);
  const codes =
    sameCodes(chunks, codeOf) ??
    (yield* mappedCodes(chunks, codeOf, codesFor(rows, texts.size, memory)));
  store.adopt(codes, texts);
  return lost;
}

/** The distinct texts of a dictionary, with the blank text first, and the code of each entry. */
interface Entries {
  readonly texts: ReadonlyMap<string, number>;
  readonly codeOf: Uint32Array;
  /** The number of entries that are invalid in a record. */
  readonly lost: number;
}

function entriesOf(count: number, { decode, readEntry }: ArrowColumn, data: ArrowData): Entries {
  const texts = new Map<string, number>([["", BLANK_CODE]]);
  const codeOf = new Uint32Array(count);
  const valueAt = readEntry?.(data);
  let lost = 0;
  for (let entry = 0; entry < count; entry++) {
    const value = decode(valueAt?.(entry));
    if (value instanceof Uint8Array) throw new Error(`the text ${entry + 1} is not UTF-8`);
    if (typeof value === "string" && !isText(value)) lost++;
    const text = isText(value) ? value : "";
    const code = texts.get(text) ?? texts.size;
    texts.set(text, code);
    codeOf[entry] = code;
  }
  return { texts, codeOf, lost };
}

/** The codes of the only chunk, if each entry is its own code and a missing value has the code of the blank text. */
function sameCodes(chunks: readonly ArrowChunk[], codeOf: Uint32Array): Codes | undefined {
  const [chunk, ...others] = chunks;
  if (chunk === undefined || others.length > 0 || codeOf.some((code, entry) => code !== entry)) {
    return undefined;
  }
  const codes = unsigned(chunk.data.values)?.subarray(0, chunk.rows);
  const isValid = validity(chunk.data);
  if (codes === undefined) return undefined;
  for (let row = 0; row < codes.length; row++) {
    const code = Number(chunk.data.values[row]);
    if (!isValid(row)) {
      if (code !== BLANK_CODE) return undefined;
    } else if (!(code >= 0 && code < codeOf.length)) throw noEntry(row, code);
  }
  return codes;
}

/** Reinterprets the bytes as unsigned codes; `undefined` if a value is negative. */
function unsigned(values: ArrowData["values"]): Codes | undefined {
  const { buffer, byteOffset, length } = values;
  if (values instanceof Uint8Array || values instanceof Int8Array) {
    return new Uint8Array(buffer, byteOffset, length);
  }
  if (values instanceof Uint16Array || values instanceof Int16Array) {
    return new Uint16Array(buffer, byteOffset, length);
  }
  if (values instanceof Uint32Array || values instanceof Int32Array) {
    return new Uint32Array(buffer, byteOffset, length);
  }
  return undefined;
}

/** Writes the code of each row into an array of zeros. */
function* mappedCodes(
  chunks: readonly ArrowChunk[],
  codeOf: Uint32Array,
  codes: Codes,
): Steps<Codes> {
  const isSame = codeOf.every((code, entry) => code === entry);
  let at = 0;
  for (const { data, rows } of chunks) {
    if (isSame && data.nullCount === 0 && data.values.constructor === codes.constructor) {
      copyCodes(data.values as Codes, rows, codeOf.length, codes, at);
    } else {
      mapCodes(data, rows, codeOf, codes, at);
    }
    at += rows;
    yield;
  }
  return codes;
}

/** Copies codes, and checks that each is less than `below`. */
function copyCodes(values: Codes, rows: number, below: number, codes: Codes, at: number): void {
  for (let row = 0; row < rows; row++) {
    const code = values[row] as number;
    if (!(code < below)) throw noEntry(at + row, code);
    codes[at + row] = code;
  }
}

function mapCodes(
  data: ArrowData,
  rows: number,
  codeOf: Uint32Array,
  codes: Codes,
  at: number,
): void {
  const isValid = validity(data);
  const { values } = data;
  for (let row = 0; row < rows; row++) {
    if (!isValid(row)) continue;
    const code = codeOf[Number(values[row])];
    if (code === undefined) throw noEntry(at + row, values[row]);
    codes[at + row] = code;
  }
}

function codesFor(rows: number, size: number, memory: AllocateBuffer): Codes {
  if (size > 65_536) return new Uint32Array(memory(4 * rows));
  return size > 256 ? new Uint16Array(memory(2 * rows)) : new Uint8Array(memory(rows));
}

function noEntry(row: number, code: unknown): Error {
  return new Error(`row ${row} has the code ${String(code)}, which is not in the dictionary`);
}
