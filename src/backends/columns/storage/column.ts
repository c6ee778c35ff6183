/* The storage of columns: values are appended in stores, and readers get columns, which do not change. */

import type { Codes } from "./dictionary.ts";
import type { Numbers } from "./grow.ts";
import type { TextBlock } from "./text-blocks.ts";
import type { TextReader } from "./text-reader.ts";

// Readers get these columns. A reader sees as many rows as there were when it asked for the columns. The arrays may be
// longer, because rows may have been added since: a reader ignores everything after its own rows.

/** Numbers, or dates in milliseconds; a blank is `Infinity`. */
export interface NumberColumn {
  readonly kind: "numbers";
  readonly values: Numbers;
  readonly hasBlanks: boolean;
  /** The same numbers with 0 in place of blanks; the array is made when it is first asked for. */
  readonly zeroed: () => Numbers;
}

/** Booleans: FALSE is 0, TRUE is 1. */
export interface FlagColumn {
  readonly kind: "flags";
  readonly values: Uint8Array;
  /** Whether a row has no value, which only columns of computed fields tell: it is an error there, and FALSE elsewhere. */
  readonly isMissing?: (row: number) => boolean;
}

/** Texts that repeat. Each row has the code of its text. */
export interface CodeColumn {
  readonly kind: "codes";
  readonly codes: Codes;
  /** The texts by their codes. After the first `size`, there may be some that were added since. */
  readonly texts: readonly string[];
  readonly size: number;
  readonly codeOf: (text: string) => number | undefined;
}

/** The pieces that texts are made of; a delimiter stands between the pieces of a text. */
export interface Pieces {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** For each row, a bit for each of the first 32 pieces; then an array for the next 32 pieces, and so on. */
  readonly words: readonly Uint32Array[];
}

/** Texts without a dictionary, in UTF-8. */
export interface TextColumn {
  readonly kind: "texts";
  readonly blocks: readonly TextBlock[];
  readonly reader: TextReader;
  /** The pieces that the texts are made of; `undefined` if they are not made of few pieces. */
  readonly pieces: Pieces | undefined;
}

/** Lists. The codes of a row's items stand from the row's offset up to the offset of the next row. */
export interface ListColumn {
  readonly kind: "lists";
  readonly offsets: Uint32Array;
  readonly codes: Codes;
  readonly texts: readonly string[];
  readonly size: number;
  readonly codeOf: (text: string) => number | undefined;
}

export type Column = NumberColumn | FlagColumn | CodeColumn | TextColumn | ListColumn;

/** A column to which values can be added. */
export interface ColumnStore {
  /** About how many bytes the column takes. */
  readonly bytes: number;
  /** Writes the first `count` raw values to the rows from `at` on. */
  write(raw: readonly unknown[], count: number, at: number): void;
  /** Writes the first `count` values of another column, which is of the same type, to the rows from `at` on. */
  append(column: Column, count: number, at: number): void;
  /** The column of the first `length` rows. */
  read(length: number): Column;
}
