import type { Value } from "./formula-value.ts";

/** The maximum length of a text in an explanation, in characters of JSON. */
const MOST = 200;

/** The first part of a string, as a copy; `undefined` if the whole string is short enough. */
function shortText(text: string, most: number): string | undefined {
  let written = 0;
  for (let end = 0; end < text.length; end++) {
    written += writtenLength(text.charCodeAt(end));
    if (written <= most) continue;
    // Keeps surrogate pairs whole. Concatenation copies: the result does not retain the whole string.
    const start = text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
    return Array.from(start).join("");
  }
  return undefined;
}

/** The number of characters that JSON uses for one UTF-16 unit. */
function writtenLength(unit: number): number {
  if (unit < 0x20) return "\\u0000".length;
  return unit === 0x22 || unit === 0x5c ? 2 : 1;
}

/** A formula's text as an explanation shows it. */
export function shortSource(text: string): string {
  const short = shortText(text, MOST);
  return short === undefined ? text : `${short}…`;
}

/** A value as an explanation shows it: a long text or list is cut, and its full length is given. */
export function shortValue(value: Value): { readonly value: Value; readonly length?: number } {
  if (typeof value === "string") {
    const short = shortText(value, MOST);
    return short === undefined ? { value } : { value: short, length: value.length };
  }
  if (!isList(value)) return { value };
  let left = MOST;
  const items: string[] = [];
  for (const item of value) {
    const short = shortText(item, left);
    items.push(short ?? item);
    left -= item.length + '"",'.length;
    if (short !== undefined || left <= 0) break;
  }
  const isWhole = items.length === value.length && items.at(-1) === value.at(-1);
  return isWhole ? { value } : { value: items, length: value.length };
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}
