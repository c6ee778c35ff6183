import { BLOCK, BLOCK_BITS } from "../../../backends/columns/storage/blocks.ts";
import type { Column, ListColumn, TextColumn } from "../../../backends/columns/storage/column.ts";
import type { Codes } from "../../../backends/columns/storage/dictionary.ts";
import type { Numbers } from "../../../backends/columns/storage/grow.ts";
import {
  CHANGES_TO_ASCII,
  requireCapacity,
  type TextBlock,
} from "../../../backends/columns/storage/text-blocks.ts";
import { TextReader } from "../../../backends/columns/storage/text-reader.ts";
import { isAscii, textOfUtf8 } from "../../../backends/columns/storage/utf8.ts";
import { zeroing } from "../../../backends/columns/storage/zeroing.ts";
import type { Steps } from "../../../util/steps.ts";

/** Rows copied in one step. */
const ROWS = 16 * BLOCK;

/** A column with only some rows, in the order given, in steps. */
export function* rowsInOrder(column: Column, rows: Uint32Array): Steps<Column> {
  switch (column.kind) {
    case "numbers": {
      const values = yield* picked(column.values, rows);
      const { hasBlanks } = column;
      return { ...column, values, zeroed: zeroing(values, hasBlanks) };
    }
    case "flags": {
      const values = yield* picked(column.values, rows);
      return { ...column, values };
    }
    case "codes": {
      const codes = yield* picked(column.codes, rows);
      return { ...column, codes };
    }
    case "texts":
      return yield* textsInOrder(column, rows);
    case "lists":
      return yield* listsInOrder(column, rows);
  }
}

/** An empty array of the same type. */
function arrayLike<T extends Numbers | Codes>(array: T, length: number): T {
  const Type = array.constructor as new (length: number) => T;
  return new Type(length);
}

function* picked<T extends Numbers | Codes>(array: T, rows: Uint32Array): Steps<T> {
  const values = arrayLike(array, rows.length);
  for (let from = 0; from < rows.length; from += ROWS) {
    const to = Math.min(from + ROWS, rows.length);
    for (let at = from; at < to; at++) values[at] = array[rows[at] as number] as number;
    yield;
  }
  return values;
}

function* textsInOrder({ kind, blocks, tokens }: TextColumn, rows: Uint32Array): Steps<TextColumn> {
  const made: TextBlock[] = [];
  for (let from = 0; from < rows.length; from += BLOCK) {
    made.push(blockInOrder(blocks, rows.subarray(from, from + BLOCK)));
    yield;
  }
  const words: Uint32Array[] = [];
  for (const word of tokens?.words ?? []) words.push(yield* picked(word, rows));
  return {
    kind,
    blocks: made,
    reader: new TextReader(made),
    tokens: tokens && { ...tokens, words },
  };
}

function blockInOrder(given: readonly TextBlock[], rows: Uint32Array): TextBlock {
  const starts = new Uint32Array(rows.length + 1);
  let end = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const { starts: from } = given[row >> BLOCK_BITS] as TextBlock;
    const index = row & (BLOCK - 1);
    end += (from[index + 1] as number) - (from[index] as number);
    starts[at + 1] = end;
  }
  requireCapacity(end);
  const bytes = new Uint8Array(end);
  let mayChange = false;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const { bytes: texts, starts: from, changesToAscii } = given[row >> BLOCK_BITS] as TextBlock;
    const index = row & (BLOCK - 1);
    bytes.set(texts.subarray(from[index], from[index + 1]), starts[at]);
    mayChange ||= changesToAscii;
  }
  return {
    bytes,
    end,
    starts,
    isAscii: isAscii(bytes),
    changesToAscii: mayChange && CHANGES_TO_ASCII.test(textOfUtf8(bytes)),
  };
}

function* listsInOrder(column: ListColumn, rows: Uint32Array): Steps<ListColumn> {
  const { offsets: given, codes: items } = column;
  const offsets = new Uint32Array(rows.length + 1);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const count = (given[row + 1] as number) - (given[row] as number);
    offsets[at + 1] = (offsets[at] as number) + count;
  }
  const codes = arrayLike(items, offsets[rows.length] as number);
  for (let from = 0; from < rows.length; from += ROWS) {
    const to = Math.min(from + ROWS, rows.length);
    for (let at = from; at < to; at++) {
      const first = given[rows[at] as number] as number;
      const begin = offsets[at] as number;
      const count = (offsets[at + 1] as number) - begin;
      for (let item = 0; item < count; item++) codes[begin + item] = items[first + item] as number;
    }
    yield;
  }
  return { ...column, offsets, codes };
}
