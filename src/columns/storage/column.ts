import type { Codes } from "./dictionary.ts";
import type { Numbers } from "./grow.ts";
import type { TextBlock } from "./text-blocks.ts";
import type { TextReader } from "./text-reader.ts";
import type { Zones } from "./zones.ts";

// Columns as readers have them. A reader sees as many rows as there were when it asked for the columns. The arrays may be
// longer, because rows may have been added since: a reader ignores what stands after its own rows.

/** Numbers, or dates in milliseconds; a blank is `Infinity`. */
export interface NumberColumn {
  readonly kind: "numbers";
  readonly values: Numbers;
  readonly zones: Zones;
  readonly hasBlanks: boolean;
  /** The same numbers with 0 in place of blanks; the array is made at the first call. */
  readonly zeroed: () => Numbers;
}

/** Booleans, as 0 and 1. */
export interface FlagColumn {
  readonly kind: "flags";
  readonly values: Uint8Array;
  readonly zones: Zones;
}

/** Texts that repeat: each is a code. */
export interface CodeColumn {
  readonly kind: "codes";
  readonly codes: Codes;
  /** By their codes; more may have been added since. */
  readonly texts: readonly string[];
  readonly size: number;
  readonly codeOf: (text: string) => number | undefined;
  readonly zones: Zones;
}

/** The pieces that texts are made of, with a delimiter between them. */
interface Pieces {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** By row: a bit for each of the first 32 pieces, of the next 32, and so on. */
  readonly words: readonly Uint32Array[];
}

/** Texts as they are, in UTF-8. */
export interface TextColumn {
  readonly kind: "texts";
  readonly blocks: readonly TextBlock[];
  readonly reader: TextReader;
  /** Which pieces they are made of, where these are few. */
  readonly pieces: Pieces | undefined;
}

/** Lists: the codes of a row's items stand from its offset to that of the next. */
export interface ListColumn {
  readonly kind: "lists";
  readonly offsets: Uint32Array;
  readonly codes: Codes;
  readonly texts: readonly string[];
  readonly size: number;
  readonly codeOf: (text: string) => number | undefined;
}

export type Column = NumberColumn | FlagColumn | CodeColumn | TextColumn | ListColumn;

/** A column that is still added to. */
export interface ColumnStore {
  /** About how many bytes it takes. */
  readonly bytes: number;
  /** Writes the first so many raw values at the rows from `at` on. */
  write(raw: readonly unknown[], count: number, at: number): void;
  /** The column of the first so many rows. */
  read(length: number): Column;
}
