/** A number with more digits than a double can hold, in the spelling of its source. */
export class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Numbers of up to fifteen digits survive a round trip through a double. */
const SAFE_LENGTH = 15;

/** A double printed with this many digits is parsed as the same double. */
const MOST_DIGITS = 17;

/** The most decimal places of `toFixed`, which are exact below `MOST_FIXED`. */
const MOST_PLACES = 100;
const MOST_FIXED = 1e21;

/** A whole number beyond 2^53 that consists of digits only. */
export function isLongInteger(text: string): boolean {
  return /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));
}

/**
 * Whether a double preserves the digits of a number. A decimal fraction of 17 digits counts as preserved if programs
 * print it for that double: 0.10000000000000001 is 0.1. A whole number does not.
 *
 * @param text a decimal number
 * @param value the double that is nearest to it
 */
export function isExact(text: string, value: number): boolean {
  if (text.length <= SAFE_LENGTH && !isExtreme(value)) return true;
  const given = decimalOf(text);
  if (given === decimalOf(String(value))) return true;
  if (!/[.eE]/.test(text)) return false;
  // Some programs print all the digits of a double.
  if (Math.abs(value) < MOST_FIXED && given === decimalOf(value.toFixed(MOST_PLACES))) return true;
  const count = given.search(/\D|$/);
  return count <= MOST_DIGITS && given === decimalOf(value.toPrecision(Math.max(count, 1)));
}

/** Whether a double may be the result of overflow or underflow: it is almost 0, or infinite. */
export function isExtreme(value: number): boolean {
  return (value < UNDERFLOW && value > -UNDERFLOW) || !Number.isFinite(value);
}

const UNDERFLOW = 1e-290;

/** The significant digits of a number, and the power of ten that they are multiplied by. */
function decimalOf(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^ *[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))? *$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = withoutZeros(digits);
  if (short === "") return "0";
  return `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** A regular expression for the trailing zeros would take quadratic time. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === DIGIT_0) end--;
  return digits.slice(0, end);
}

/**
 * Whether a JSON string may contain a number that a double does not preserve. A number of 16 digits covers an offset
 * that is divisible by 16, so only those offsets are examined.
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

/** Replaces the numbers in a JSON string with strings in their own spelling. */
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

/** The offset after the closing quote of a JSON string. */
function endOfText(json: string, start: number): number {
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return json.length;
}
