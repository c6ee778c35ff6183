/** How a text with unbalanced quotes ends: with a straight quote, a curly quote, or none. */
type TextEnd = "closed" | "curly" | "open";

export interface BrokenTextScan {
  /** The offset after the text's last character, including its closing quote. */
  readonly end: number;
  readonly ending: TextEnd;
  /** The offsets of quotes inside the text that need a backslash. */
  readonly innerQuotes: readonly number[];
  /** Whether all quotes inside the text are doubled, as in spreadsheets and SQL. */
  readonly doubled: boolean;
}

const AFTER_TEXT = /\s*(?:[,;)\]}=<>!&+\-*/|^%]|$)/y;
const BEFORE_TEXT = /[(,;=<>&+\-*/!]/;

/** How far past the first lone quote the scan searches for a better end. Names such as O'Brien are short. */
const GUESS_WINDOW = 40;

/**
 * Guesses the end of the text that starts at the offset. The text has no closing quote, or a word or another quote
 * follows its closing quote directly.
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
  // A quote after the first lone one is never a better end.
  const kept = innerQuotes.filter((position) => position < firstSingle);
  return { end: firstSingle + 1, ending: "closed", innerQuotes: kept, doubled: true };
}

/** The offset of the next unescaped quote, or of the end of the source. */
function quoteFrom(source: string, from: number, quote: string): number {
  let at = from;
  while (at < source.length && source.charAt(at) !== quote) {
    at += source.charAt(at) === "\\" ? 2 : 1;
  }
  return Math.min(at, source.length);
}

/** The offset of a curly quote that probably closes the text; -1 if there is none. */
function curlyQuoteFrom(source: string, from: number, to: number, quote: string): number {
  const found = source.slice(from, to).search(quote === '"' ? /[“”]/ : /[‘’]/);
  return found !== -1 && followsText(source, from + found + 1) ? from + found : -1;
}

function followsText(source: string, at: number): boolean {
  AFTER_TEXT.lastIndex = at;
  return AFTER_TEXT.test(source);
}

/** Whether a quote after the first lone one looks like the start of another text. */
function opensText(source: string, at: number, firstSingle: number): boolean {
  if (at === firstSingle) return false;
  let before = at - 1;
  while (source.charAt(before) === " ") before--;
  return BEFORE_TEXT.test(source.charAt(before));
}
