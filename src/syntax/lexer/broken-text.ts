/** How a text ends whose quotes do not pair. */
type TextEnd = "closed" | "curly" | "open";

export interface BrokenTextScan {
  /** One past the last character of the text, its closing quote included. */
  readonly end: number;
  readonly ending: TextEnd;
  /** Where quotes stand inside that should have a backslash before them. */
  readonly innerQuotes: readonly number[];
  /** Whether all of those stand in pairs, as in spreadsheets and SQL. */
  readonly doubled: boolean;
}

const AFTER_TEXT = /\s*(?:[,;)\]}=<>!&+\-*/|^%]|$)/y;
const BEFORE_TEXT = /[(,;=<>&+\-*/!]/;

/** An unescaped apostrophe is guessed within this distance: names are short, and each guess costs its distance. */
const GUESS_WINDOW = 40;

/**
 * Guesses where the text ends that starts at the offset and is unterminated, or whose closing quote is
 * touched by a word or by another quote.
 */
export function scanBrokenText(source: string, start: number): BrokenTextScan {
  const quote = source.charAt(start);
  const firstEnd = quoteFrom(source, start + 1, quote);
  const curly = curlyQuoteFrom(source, start + 1, firstEnd, quote);
  if (curly !== -1) return { end: curly + 1, ending: "curly", innerQuotes: [], doubled: false };

  const innerQuotes: number[] = [];
  let doubled = true;
  let firstSingle = -1;
  let at = firstEnd;
  while (at < source.length) {
    const next = source.charAt(at + 1);
    if (next === quote) {
      innerQuotes.push(at);
      at = quoteFrom(source, at + 2, quote);
      continue;
    }
    if (followsText(source, at + 1)) {
      return { end: at + 1, ending: "closed", innerQuotes, doubled };
    }
    if (firstSingle === -1) firstSingle = at;
    const outsideGuess = innerQuotes.length > 0 && doubled;
    if (outsideGuess || at - firstSingle > GUESS_WINDOW || opensText(source, at, firstSingle))
      break;
    innerQuotes.push(at);
    doubled = false;
    at = quoteFrom(source, at + 1, quote);
  }
  if (firstSingle === -1) {
    return { end: source.length, ending: "open", innerQuotes, doubled };
  }
  // No end is likelier than the first one.
  const kept = innerQuotes.filter((position) => position < firstSingle);
  return { end: firstSingle + 1, ending: "closed", innerQuotes: kept, doubled: true };
}

/** The next quote that no backslash escapes, or the end of the source. */
function quoteFrom(source: string, from: number, quote: string): number {
  let at = from;
  while (at < source.length && source.charAt(at) !== quote) {
    at += source.charAt(at) === "\\" ? 2 : 1;
  }
  return Math.min(at, source.length);
}

/** A curly quote that may have been meant to close the text. */
function curlyQuoteFrom(source: string, from: number, to: number, quote: string): number {
  const found = source.slice(from, to).search(quote === '"' ? /[“”]/ : /[‘’]/);
  return found !== -1 && followsText(source, from + found + 1) ? from + found : -1;
}

function followsText(source: string, at: number): boolean {
  AFTER_TEXT.lastIndex = at;
  return AFTER_TEXT.test(source);
}

/** Whether a quote after the first looks like the start of the next text rather than part of this one. */
function opensText(source: string, at: number, firstSingle: number): boolean {
  if (at === firstSingle) return false;
  let before = at - 1;
  while (source.charAt(before) === " ") before--;
  return BEFORE_TEXT.test(source.charAt(before));
}
