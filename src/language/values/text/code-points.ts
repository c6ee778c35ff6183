// V8 knows at once that this cannot match a Latin-1 string; a loop would cost 1–2 ns per character.
const anySurrogate = /[\ud800-\udfff]/;

/** The number of code points in a text. */
export function textLength(text: string): number {
  return anySurrogate.test(text) ? text.length - countLowSurrogates(text) : text.length;
}

/**
 * The code points of a text from the position `start`, counted from 1, up to `start + count`. Positions outside the
 * text are ignored. Both numbers are rounded down first. If the count is below 1, the result is `""`.
 */
export function sliceText(text: string, start: number, count: number): string {
  const first = Math.floor(start);
  // The sum is exact inside the text: such whole numbers are below 2 ** 53.
  const end = first + Math.floor(count) - 1;
  const skipped = first > 1 ? first - 1 : 0;
  if (end <= skipped) return "";
  const head = text.slice(0, end);
  if (!anySurrogate.test(head)) return head.slice(skipped);
  const from = advance(text, 0, skipped);
  return text.slice(from, advance(text, from, end - skipped));
}

/** Whether a text contains a part after a number of code points. */
export function hasAt(text: string, skipped: number, part: string): boolean {
  let at = 0;
  for (let left = skipped; left > 0; left--) {
    at += (text.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1;
  }
  return text.startsWith(part, at);
}

/**
 * The position, counted from 1, of the first occurrence of `needle` at or after `start`; 0 if there is none. `start` is
 * rounded down, and counts as 1 if it is less. An empty needle is found at `start`, unless that is more than one past
 * the end.
 */
export function findText(needle: string, text: string, start = 1): number {
  const skipped = start < 2 ? 0 : Math.floor(start) - 1;
  if (skipped > text.length) return 0;
  const from = advance(text, 0, skipped);
  if (from > text.length) return 0;
  // Well-formed texts match only at boundaries of code points.
  const found = text.indexOf(needle, from);
  return found < 0 ? 0 : skipped + 1 + textLength(text.slice(from, found));
}

/**
 * The offset in UTF-16 units of the position `points` code points after `from`; past the end if the text is shorter.
 */
function advance(text: string, from: number, points: number): number {
  if (!anySurrogate.test(text.slice(from, from + points))) return from + points;
  let unit = from;
  for (let left = points; left > 0 && unit <= text.length; left--) {
    unit += (text.charCodeAt(unit) & 0xfc00) === 0xd800 ? 2 : 1;
  }
  return unit;
}

function countLowSurrogates(text: string): number {
  let count = 0;
  for (let unit = 0; unit < text.length; unit++) {
    if ((text.charCodeAt(unit) & 0xfc00) === 0xdc00) count++;
  }
  return count;
}
