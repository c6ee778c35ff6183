import { misuse } from "../../../util/misuse.ts";
import { type CsvDialect, CsvParser, CsvProblem } from "./csv-parser.ts";
import type { TextFormOptions } from "./text-forms.ts";

/** The form of a CSV file. */
export interface CsvForm {
  /** The character between values. By default it is detected from the first lines: `,`, `;`, a tab or `|`. */
  readonly delimiter?: string;
  /** Skips lines that begin with this string, such as `#`. */
  readonly comment?: string;
  /** `false` if the first line is a record; columns are then called `column1`, `column2` and so on. */
  readonly header?: boolean;
  /** Whether a record may have too few values (the rest are blank) or too many (the rest are dropped). */
  readonly ragged?: boolean;
}

/** In order of preference, if several fit. */
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The number of lines examined to detect the delimiter. */
const LINES = 20;
const MOST_LOOKED_AT = 64 * 1024;

/** The length of the prefix needed to detect the dialect; `undefined` if it is longer than `text`. */
export function lengthOfHead(text: string): number | undefined {
  let lines = 0;
  for (let at = 0; at < text.length && at < MOST_LOOKED_AT; at++) {
    const code = text.charCodeAt(at);
    if ((code === 0x0a || code === 0x0d) && ++lines === 2 * LINES) return at + 1;
  }
  return text.length < MOST_LOOKED_AT ? undefined : MOST_LOOKED_AT;
}

/**
 * Detects the dialect of a file. `skipped` is the length of a first line that only declares the delimiter (`sep=;`).
 *
 * @param head the beginning of the file
 * @param isWhole whether `head` is the whole file
 */
export function dialectOf(
  head: string,
  isWhole: boolean,
  { delimiter, comment, decimal }: CsvForm & TextFormOptions,
): { readonly dialect: CsvDialect; readonly skipped: number } {
  const [, firstEnd] = /^(?:[^"\r\n]|"[^"]*")*(\r\n?|\n)/.exec(head) ?? [];
  const hasReturns = firstEnd === "\r";
  const named = /^sep=([^\r\n])(?:\r?\n|\r)/i.exec(head);
  const common = { comment: comment === "" ? undefined : comment, hasReturns };
  if (delimiter !== undefined) return { dialect: { ...common, delimiter }, skipped: 0 };
  if (named !== null) {
    const [line, character = ","] = named;
    return { dialect: { ...common, delimiter: character }, skipped: line.length };
  }
  let best: { delimiter: string; share: number; width: number } | undefined;
  for (const one of DELIMITERS) {
    const { share, width } = lookOf(head, isWhole, { ...common, delimiter: one });
    if (width < 2) continue;
    if (best === undefined || share > best.share || (share === best.share && width > best.width)) {
      best = { delimiter: one, share, width };
    }
  }
  return {
    dialect: { ...common, delimiter: best?.delimiter ?? (decimal === "," ? ";" : ",") },
    skipped: 0,
  };
}

/**
 * The number of values in the first record with a given delimiter, and the share of the other records with the same
 * number.
 */
function lookOf(
  head: string,
  isWhole: boolean,
  dialect: CsvDialect,
): { readonly share: number; readonly width: number } {
  const parser = new CsvParser(head, 1, isWhole, { ...dialect, isStrict: true });
  let width = 0;
  let same = 0;
  let count = 0;
  try {
    while (count < LINES) {
      const cells = parser.next();
      if (cells === undefined) break;
      if (cells.length === 0) continue;
      if (width === 0) width = cells.length;
      count++;
      if (cells.length === width) same++;
    }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    count++;
  }
  return { share: count === 0 ? 1 : same / count, width };
}

/** @throws `TypeError` for invalid options */
export function requireCsvForm({ delimiter, comment }: CsvForm): void {
  if (delimiter !== undefined && !/^[^"\r\n]$/.test(delimiter)) {
    throw misuse("the option `delimiter`", "one character that is not a quote", delimiter);
  }
  if (comment !== undefined && /["\r\n]/.test(comment)) {
    throw misuse("the option `comment`", "a text without quotes and line ends", comment);
  }
}
