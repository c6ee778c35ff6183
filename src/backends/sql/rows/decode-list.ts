import { type Decoded, integerText, textOf, Unreadable } from "./decoded.ts";

/**
 * @param delimiter the delimiter of a delimited list; `undefined` for arrays and JSON
 * @param elementText converts an element of an array to a text
 */
export function decodeList(
  cell: unknown,
  delimiter: string | undefined,
  elementText: (element: unknown) => unknown = integerText,
): Decoded {
  if (delimiter !== undefined) {
    if (typeof cell !== "string") return new Unreadable("a text with delimiters", MAPPING);
    return cell === "" ? [] : cell.split(delimiter);
  }
  const elements = elementsOf(cell);
  if (elements === undefined) return new Unreadable("an array, or the text of one", MAPPING);
  // A NULL element is dropped: formulas cannot see it.
  const texts = elements
    .filter((element) => element !== null)
    .map(elementText)
    .map(textOf);
  return texts.every((text) => text !== undefined)
    ? texts
    : new Unreadable("a list of texts", MAPPING);
}

const MAPPING = "correct the mapping of the column, or what the driver makes of its type";

function elementsOf(cell: unknown): readonly unknown[] | undefined {
  // An array of several dimensions is one list.
  if (Array.isArray(cell)) return cell.flat(Number.POSITIVE_INFINITY);
  if (typeof cell === "string") return cell.startsWith("{") ? parseArray(cell) : parseJson(cell);
  // A list of @duckdb/node-api.
  return typeof cell === "object" && cell !== null && "items" in cell
    ? elementsOf(cell.items)
    : undefined;
}

function parseJson(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** An element in PostgreSQL's array syntax, quoted or not. */
const ELEMENT = /(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s",{}\\][^",{}\\]*))(?:,(?!$)|$)/y;

/** Parses PostgreSQL's array syntax: drivers do not know arrays of user-defined types. */
function parseArray(text: string): readonly (string | null)[] | undefined {
  if (!text.endsWith("}")) return undefined;
  const inner = text.slice(1, -1);
  const elements: (string | null)[] = [];
  let at = 0;
  while (at < inner.length) {
    ELEMENT.lastIndex = at;
    const match = ELEMENT.exec(inner);
    if (match === null) return undefined;
    const [{ length }, quoted, plain = null] = match;
    elements.push(quoted?.replace(/\\([\s\S])/g, "$1") ?? (plain === "NULL" ? null : plain));
    at += length;
  }
  return elements;
}
