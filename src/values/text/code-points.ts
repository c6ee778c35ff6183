// V8 answers this at once for a string of Latin-1, where it cannot match; a loop would cost 1–2 ns a character.
const anySurrogate = /[\ud800-\udfff]/;

/** The number of code points. */
export function textLength(text: string): number {
  return anySurrogate.test(text) ? text.length - countLowSurrogates(text) : text.length;
}

/**
 * The code points at the positions `start` up to, but not including, `start + count`, counted from 1, as
 * far as the text has them. Both numbers are rounded down first; a count below 1 gives `""`.
 */
export function sliceText(text: string, start: number, count: number): string {
  const first = Math.floor(start);
  // The sum is exact wherever it could fall inside a text: whole numbers below 2 ** 53.
  const end = first + Math.floor(count) - 1;
  const skipped = first > 1 ? first - 1 : 0;
  if (end <= skipped) return "";
  const head = text.slice(0, end);
  if (!anySurrogate.test(head)) return head.slice(skipped);
  const from = advance(text, 0, skipped);
  return text.slice(from, advance(text, from, end - skipped));
}

/**
 * The position, counted from 1, of the first occurrence of `needle` at or after `start` (rounded down;
 * below 1 counts as 1), or 0 when there is none. An empty needle is found at `start` itself, up to one
 * past the end.
 */
export function findText(needle: string, text: string, start = 1): number {
  const skipped = start < 2 ? 0 : Math.floor(start) - 1;
  if (skipped > text.length) return 0;
  const from = advance(text, 0, skipped);
  if (from > text.length) return 0;
  // Well-formed texts only match at a boundary of code points.
  const found = text.indexOf(needle, from);
  return found < 0 ? 0 : skipped + 1 + textLength(text.slice(from, found));
}

/** The unit `points` code points after `from`; somewhere past the end when the text has not so many. */
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
