import { isWithinTextLimit, MAX_TEXT_BYTES, utf8Length } from "./text-limit.ts";

const SPACE = 0x20;

/** The text without the spaces (only U+0020) at its start and end. */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
  return text.slice(start, end);
}

// The functions below estimate the length of their result first, and return `undefined` if it would exceed
// `MAX_TEXT_BYTES`.

/** Concatenates texts; `undefined` if the result exceeds the limit. */
export function concatText(texts: readonly string[]): string | undefined {
  return joinText(texts, "");
}

/** Joins texts with a separator; `undefined` if the result exceeds the limit. */
export function joinText(texts: readonly string[], separator: string): string | undefined {
  let joined = texts[0] ?? "";
  // Faster than `Array.prototype.join` for short lists.
  for (let index = 1; index < texts.length; index++) {
    joined += separator + texts[index];
    if (joined.length > MAX_TEXT_BYTES) return undefined;
  }
  return isWithinTextLimit(joined) ? joined : undefined;
}

/** Repeats the text `count` times, rounded down; `undefined` if the result exceeds the limit. */
export function repeatText(text: string, count: number): string | undefined {
  const times = Math.floor(count);
  if (times < 1 || text === "") return "";
  if (text.length * times > MAX_TEXT_BYTES) return undefined;
  return utf8Length(text) * times <= MAX_TEXT_BYTES ? text.repeat(times) : undefined;
}

/**
 * Replaces every occurrence of `search` in the text, from left to right and without overlaps. An empty `search` changes
 * nothing. `undefined` if the result exceeds the limit.
 */
export function substituteText(
  text: string,
  search: string,
  replacement: string,
): string | undefined {
  if (search === "" || !text.includes(search)) return ifWithinLimit(text);
  const most = Math.floor(text.length / search.length);
  const small = (text.length + most * replacement.length) * 3 <= MAX_TEXT_BYTES;
  if (!small) {
    const growth = utf8Length(replacement) - utf8Length(search);
    const bytes = utf8Length(text) + countOccurrences(text, search) * growth;
    if (bytes > MAX_TEXT_BYTES) return undefined;
  }
  // The replacement is a function, so `$` has no special meaning in it.
  return text.replaceAll(search, () => replacement);
}

/**
 * Replaces only the `nth` occurrence of `search` in the text, counted from 1 and rounded down. Without such an
 * occurrence, the text is unchanged. `undefined` if the result exceeds the limit.
 */
export function substituteNth(
  text: string,
  search: string,
  replacement: string,
  nth: number,
): string | undefined {
  const found = search === "" || nth < 1 ? -1 : nthOccurrence(text, search, Math.floor(nth));
  if (found < 0) return ifWithinLimit(text);
  const bytes = text.length - search.length + replacement.length;
  if (bytes > MAX_TEXT_BYTES) return undefined;
  return ifWithinLimit(text.slice(0, found) + replacement + text.slice(found + search.length));
}

/**
 * Percent-encodes every byte of the text's UTF-8 form, except ASCII letters, digits and `-_.~` (the unreserved
 * characters of RFC 3986). `undefined` if the result exceeds the limit.
 */
export function encodeUrlComponent(text: string): string | undefined {
  if (!isWithinTextLimit(text)) return undefined;
  const encoded = encodeURIComponent(text).replace(/[!'()*]/g, percentEncode);
  return encoded.length <= MAX_TEXT_BYTES ? encoded : undefined;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function ifWithinLimit(text: string): string | undefined {
  return isWithinTextLimit(text) ? text : undefined;
}

function nthOccurrence(text: string, search: string, nth: number): number {
  let found = text.indexOf(search);
  for (let left = nth; left > 1 && found >= 0; left--)
    found = text.indexOf(search, found + search.length);
  return found;
}

function countOccurrences(text: string, search: string): number {
  let count = 0;
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + search.length))
    count++;
  return count;
}
