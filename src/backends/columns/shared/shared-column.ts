// Columns in memory that several threads share.

import { oneStep, type Steps } from "../../../util/steps.ts";
import type { CodeColumn, Column, ListColumn, TextColumn } from "../storage/column.ts";
import type { Codes } from "../storage/dictionary.ts";
import type { Numbers } from "../storage/grow.ts";
import { SHARED_MEMORY } from "../storage/memory.ts";
import { type TextBlock, TextBlocks } from "../storage/text-blocks.ts";
import { TextReader } from "../storage/text-reader.ts";
import { zeroing } from "../storage/zeroing.ts";

/** The texts of a dictionary, in the order of their codes. */
interface SharedTexts {
  readonly size: number;
  readonly blocks: readonly TextBlock[];
}

/** A column as it is sent to another thread. Its arrays are shared, not copied. */
export type SharedColumn =
  | {
      readonly kind: "numbers";
      readonly values: Numbers;
      readonly hasBlanks: boolean;
    }
  | { readonly kind: "flags"; readonly values: Uint8Array }
  | {
      readonly kind: "codes";
      readonly codes: Codes;
      readonly dictionary: SharedTexts;
    }
  | {
      readonly kind: "texts";
      readonly blocks: readonly TextBlock[];
      readonly tokens: TextColumn["tokens"];
    }
  | {
      readonly kind: "lists";
      readonly offsets: Uint32Array;
      readonly codes: Codes;
      readonly dictionary: SharedTexts;
    };

/** A column in shared memory, and the message that describes it. */
interface Sharing {
  readonly column: Column;
  readonly sent: SharedColumn;
}

/** The numbers of elements and of texts that one step copies. */
const CHUNK_LENGTH = 1 << 17;
const TEXTS = 1 << 12;

type Copy = <T extends Numbers | Codes>(array: T, length?: number) => Steps<T>;

/** Describes a column whose arrays the receiver copies, such as another process; in steps. */
export function* describing(column: Column, length: number): Steps<SharedColumn> {
  return (yield* sharing(column, length, uncopied)).sent;
}

/** Copies the first `length` rows of a column to shared memory, in steps. No rows may be added later. */
export function* sharing(column: Column, length: number, copy: Copy = copied): Steps<Sharing> {
  switch (column.kind) {
    case "numbers": {
      const { kind, hasBlanks } = column;
      const values = yield* copy(column.values, length);
      const sent = { kind, values, hasBlanks };
      // The function of the original column would retain the original array.
      return { column: { ...column, values, zeroed: zeroing(values, hasBlanks) }, sent };
    }
    case "flags": {
      const { kind } = column;
      const values = yield* copy(column.values, length);
      return { column: { ...column, values }, sent: { kind, values } };
    }
    case "codes": {
      const { kind } = column;
      const codes = yield* copy(column.codes, length);
      const dictionary = yield* dictionaryOf(column, copy);
      return {
        column: { ...column, codes },
        sent: { kind, codes, dictionary },
      };
    }
    case "texts": {
      const { kind } = column;
      const blocks = yield* copiedBlocks(column.blocks, copy);
      const tokens = yield* copiedTokens(column.tokens, copy);
      const shared = { kind, blocks, tokens };
      return { column: { ...shared, reader: new TextReader(blocks) }, sent: shared };
    }
    case "lists": {
      const { kind } = column;
      const offsets = yield* copy(column.offsets, length + 1);
      const codes = yield* copy(column.codes, column.offsets[length]);
      const dictionary = yield* dictionaryOf(column, copy);
      return { column: { ...column, offsets, codes }, sent: { kind, offsets, codes, dictionary } };
    }
  }
}

/** A copy in shared memory, or the array itself if it is there already. */
function* copied<T extends Numbers | Codes>(array: T, length = array.length): Steps<T> {
  /* v8 ignore next -- only a thread of a pool creates such memory, and its code is not counted */
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const Type = array.constructor as new (buffer: ArrayBufferLike) => T;
  const copy = new Type(SHARED_MEMORY(length * array.BYTES_PER_ELEMENT));
  for (let from = 0; from < length; from += CHUNK_LENGTH) {
    copy.set(array.subarray(from, Math.min(from + CHUNK_LENGTH, length)), from);
    yield;
  }
  return copy;
}

function uncopied<T extends Numbers | Codes>(array: T, length = array.length): Steps<T> {
  return oneStep(() => array.subarray(0, length) as T);
}

function* copiedBlocks(blocks: readonly TextBlock[], copy: Copy): Steps<readonly TextBlock[]> {
  const copies: TextBlock[] = [];
  for (const block of blocks) {
    const bytes = yield* copy(block.bytes, block.end);
    copies.push({ ...block, bytes, starts: yield* copy(block.starts) });
  }
  return copies;
}

function* copiedTokens(tokens: TextColumn["tokens"], copy: Copy): Steps<TextColumn["tokens"]> {
  if (tokens === undefined) return undefined;
  const words: Uint32Array[] = [];
  for (const word of tokens.words) words.push(yield* copy(word));
  return { ...tokens, names: [...tokens.names], words };
}

/** The texts of a dictionary as bytes: cloning many strings would block the sending thread. */
function* dictionaryOf({ texts, size }: CodeColumn | ListColumn, copy: Copy): Steps<SharedTexts> {
  const blocks = new TextBlocks();
  for (let from = 0; from < size; from += TEXTS) {
    const some = texts.slice(from, Math.min(from + TEXTS, size));
    blocks.add(some, some.length, from);
    yield;
  }
  return { size, blocks: yield* copiedBlocks(blocks.read(), copy) };
}

/**
 * Builds the owner's column in steps, with its dictionary decoded: with many texts, decoding on first use would block.
 */
export function* adopting(sent: SharedColumn): Steps<Column> {
  if (sent.kind === "texts") return { ...sent, reader: new TextReader(sent.blocks) };
  if (sent.kind !== "codes" && sent.kind !== "lists") return receivedColumn(sent);
  const { size, blocks } = sent.dictionary;
  const reader = new TextReader(blocks);
  const texts: string[] = [];
  const codes = new Map<string, number>();
  for (let code = 0; code < size; code++) {
    const text = reader.glance(code);
    texts.push(text);
    codes.set(text, code);
    if (code % TEXTS === 0) yield;
  }
  const known = { texts, size, codeOf: (text: string) => codes.get(text) };
  if (sent.kind === "lists")
    return { kind: sent.kind, offsets: sent.offsets, codes: sent.codes, ...known };
  return { kind: sent.kind, codes: sent.codes, ...known };
}

/** The column in a thread that received it. */
export function receivedColumn(sent: SharedColumn): Column {
  switch (sent.kind) {
    case "numbers": {
      const { kind, values, hasBlanks } = sent;
      const zeroed = zeroing(values, hasBlanks);
      return { kind, values, hasBlanks, zeroed };
    }
    case "flags":
      return { kind: sent.kind, values: sent.values };
    case "codes": {
      const { kind, codes, dictionary } = sent;
      return { kind, codes, ...receivedTexts(dictionary) };
    }
    case "texts":
      return { ...sent, reader: new TextReader(sent.blocks) };
    case "lists": {
      const { kind, offsets, codes, dictionary } = sent;
      return { kind, offsets, codes, ...receivedTexts(dictionary) };
    }
  }
}

function receivedTexts({
  size,
  blocks,
}: SharedTexts): Pick<CodeColumn, "texts" | "size" | "codeOf"> {
  const reader = new TextReader(blocks);
  const texts = Array.from({ length: size }, (_, code) => reader.glance(code));
  let codes: ReadonlyMap<string, number> | undefined;
  return {
    texts,
    size,
    codeOf: (text) => {
      codes ??= new Map(texts.map((one, code) => [one, code]));
      return codes.get(text);
    },
  };
}
