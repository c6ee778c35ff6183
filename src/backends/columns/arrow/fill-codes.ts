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
 * Fills an empty store with texts of one dictionary. Returns the number of entries that became blank because a field
 * cannot hold them. Returns `undefined` and leaves the store empty if the texts have to be added one by one.
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
  store.adopt(yield* mappedCodes(chunks, codeOf, codesFor(rows, texts.size, memory)), texts);
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

/** Writes the code of each row into an array of zeros. */
function* mappedCodes(
  chunks: readonly ArrowChunk[],
  codeOf: Uint32Array,
  codes: Codes,
): Steps<Codes> {
  let at = 0;
  for (const { data, rows } of chunks) {
    mapCodes(data, rows, codeOf, codes, at);
    at += rows;
    yield;
  }
  return codes;
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
