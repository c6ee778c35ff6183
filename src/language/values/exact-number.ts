/** A number with more digits than a double keeps, as the file spells it. */
export class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Fifteen digits always come back from a double. */
const SAFE_LENGTH = 15;

/** A double that is written with so many digits is read back as the same double. */
const MOST_DIGITS = 17;

/** A whole number beyond 2^53, with nothing but digits. */
export function isLongInteger(text: string): boolean {
  return /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));
}

/**
 * Whether a double keeps the digits of a text. A decimal fraction of 17 digits is kept, too, if it is what a program
 * writes for that double: 0.10000000000000001 is 0.1. A whole number is not.
 *
 * @param text a decimal number
 * @param value the double that is nearest to it
 */
export function isExact(text: string, value: number): boolean {
  if (text.length <= SAFE_LENGTH && !isExtreme(value)) return true;
  const given = decimalOf(text);
  if (given === decimalOf(String(value))) return true;
  if (!/[.eE]/.test(text)) return false;
  const count = given.search(/\D|$/);
  return count <= MOST_DIGITS && given === decimalOf(value.toPrecision(Math.max(count, 1)));
}

/** Whether a number may be what a double makes of one that is out of its range: it is nearly 0, or infinite. */
export function isExtreme(value: number): boolean {
  return (value < TINY && value > -TINY) || !Number.isFinite(value);
}

const TINY = 1e-290;

/** The digits of a number without zeros at either end, and the power of ten that they are multiplied by. */
function decimalOf(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^ *[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))? *$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = withoutZeros(digits);
  if (short === "") return "0";
  return `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** A pattern for the zeros at the end would take quadratic time. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === DIGIT_0) end--;
  return digits.slice(0, end);
}

/**
 * Whether a JSON text may hold a number whose digits a double does not keep. A number with 16 digits has one at a place
 * that 16 divides, so only those places are looked at.
 */
export function mayRound(json: string): boolean {
  for (let at = SAFE_LENGTH; at < json.length; at += SAFE_LENGTH + 1) {
    if (!isDigitOrPoint(json.charCodeAt(at))) continue;
    let from = at;
    while (isDigitOrPoint(json.charCodeAt(from - 1))) from--;
    let to = at + 1;
    while (isDigitOrPoint(json.charCodeAt(to))) to++;
    if (to - from > SAFE_LENGTH) return true;
  }
  return false;
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const POINT = 0x2e;

function isDigitOrPoint(code: number): boolean {
  return (code >= DIGIT_0 && code <= DIGIT_9) || code === POINT;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const DASH = 0x2d;

/** A JSON text with its numbers as texts in their own spelling. */
export function withNumbersAsTexts(json: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(json, at + 1);
    } else if (code === DASH || (code >= DIGIT_0 && code <= DIGIT_9)) {
      let end = at + 1;
      while (/[\d.eE+-]/.test(json.charAt(end))) end++;
      parts.push(json.slice(from, at), '"', json.slice(at, end), '"');
      at = end;
      from = end;
    } else at++;
  }
  parts.push(json.slice(from));
  return parts.join("");
}

/** The place after the quote that ends a text of JSON. */
function endOfText(json: string, start: number): number {
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return json.length;
}
