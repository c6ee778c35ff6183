/* The storage of columns: values are appended to stores, and readers get immutable columns. */

import type { Steps } from "../../../util/steps.ts";
import type { Codes } from "./dictionary.ts";
import type { Numbers } from "./grow.ts";
import type { TextBlock } from "./text-blocks.ts";
import type { TextReader } from "./text-reader.ts";

// A reader sees the rows that existed when it requested the column. Rows may have been added to the same arrays since:
// a reader ignores everything after its own rows.

/** Numbers, or dates in milliseconds; a blank is `Infinity`. */
export interface NumberColumn {
  readonly kind: "numbers";
  readonly values: Numbers;
  readonly hasBlanks: boolean;
  /** The same numbers with 0 in place of blanks; built on first use. */
  readonly zeroed: () => Numbers;
}

/** Booleans: FALSE is 0, TRUE is 1. */
export interface FlagColumn {
  readonly kind: "flags";
  readonly values: Uint8Array;
  /**
   * Whether a row has no value. Only columns of computed fields have this: there a missing boolean is an error,
   * elsewhere FALSE.
   */
  readonly isMissing?: (row: number) => boolean;
}

/** Dictionary-encoded texts: each row has the code of its text. */
export interface CodeColumn {
  readonly kind: "codes";
  readonly codes: Codes;
  /** The texts by code. The array may have entries after the first `size` that were added later. */
  readonly texts: readonly string[];
  readonly size: number;
  readonly codeOf: (text: string) => number | undefined;
}

/** The distinct tokens of texts such as `AD15,AF00`, which are separated by a delimiter. */
interface Tokens {
  readonly delimiter: string;
  readonly names: readonly string[];
  /**
   * A bitmap: for each row, one bit for each of the first 32 tokens; a second array for the next 32 tokens, and so on.
   */
  readonly words: readonly Uint32Array[];
}

/** Texts without a dictionary, in UTF-8. */
export interface TextColumn {
  readonly kind: "texts";
  readonly blocks: readonly TextBlock[];
  readonly reader: TextReader;
  /** The index of tokens; `undefined` if the texts do not consist of few distinct tokens. */
  readonly tokens: Tokens | undefined;
}

/** Lists. The codes of a row's items run from the row's offset up to the offset of the next row. */
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
  /** The approximate size in bytes. */
  readonly bytes: number;
  /** Writes the first `count` raw values to the rows from `at` on. */
  write(raw: readonly unknown[], count: number, at: number): void;
  /** Does the same in steps. Only stores have it that may rewrite all of their rows. */
  writing?(raw: readonly unknown[], count: number, at: number): Steps;
  /** The column of the first `length` rows. */
  read(length: number): Column;
}
