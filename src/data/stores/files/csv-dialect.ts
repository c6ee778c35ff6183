import { misuse } from "../../../util/misuse.ts";
import { type CsvDialect, CsvParser, CsvProblem } from "./csv-parser.ts";
import type { TextFormOptions } from "./text-forms.ts";

/** How a file of CSV is written. */
export interface CsvForm {
  /** The character between values; unless given, the first lines tell: `,`, `;`, a tab or `|`. */
  readonly delimiter?: string;
  /** Lines that begin with this text are passed over, such as `#`. */
  readonly comment?: string;
  /** `false` if the first line is a record; columns are then called `column1`, `column2` and so on. */
  readonly header?: boolean;
  /** Whether a record may have too few values, which are then blank, or too many, which are then dropped. */
  readonly ragged?: boolean;
}

/** The first one is that of a file that could have several. */
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** So many lines are looked at to find out the delimiter. */
const LINES = 20;
const MOST_LOOKED_AT = 64 * 1024;

/** How much of a text must be there to find out the dialect; `undefined` if more than the text. */
export function lengthOfHead(text: string): number | undefined {
  let lines = 0;
  for (let at = 0; at < text.length && at < MOST_LOOKED_AT; at++) {
    const code = text.charCodeAt(at);
    if ((code === 0x0a || code === 0x0d) && ++lines === 2 * LINES) return at + 1;
  }
  return text.length < MOST_LOOKED_AT ? undefined : MOST_LOOKED_AT;
}

/**
 * The dialect of a file; `skipped` is the length of a first line that only names the delimiter.
 *
 * @param head the text that the file begins with
 * @param isWhole whether it is all of the file
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

/** How many values the first record has with a delimiter, and which share of the others has as many. */
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

/** @throws `TypeError` for options that no file can have. */
export function requireCsvForm({ delimiter, comment }: CsvForm): void {
  if (delimiter !== undefined && !/^[^"\r\n]$/.test(delimiter)) {
    throw misuse("the option `delimiter`", "one character that is not a quote", delimiter);
  }
  if (comment !== undefined && /["\r\n]/.test(comment)) {
    throw misuse("the option `comment`", "a text without quotes and line ends", comment);
  }
}
