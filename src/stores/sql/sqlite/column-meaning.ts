// This folder works with files of SQLite, in threads.

import type { ValueType } from "../../../types/value-type.ts";
import { quote } from "../../../util/quote.ts";
import { isText } from "../../../values/text/index.ts";
import type { Described } from "../sessions/described.ts";

/** The values that the first rows have in a column. */
export interface Held {
  /** By SQLite's names: `integer`, `real`, `text` and `blob`; NULL does not count. */
  readonly types: ReadonlySet<string>;
  /** The values, if {@link needsValues} asks for them. */
  readonly values: readonly unknown[];
  /** The collation, unless texts are compared by their bytes. */
  readonly collation: string | undefined;
}

/** The one form of dates that SQLite's dialect compares as text. */
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether more has to be known of a column than the types of what it holds. */
export function needsValues(type: string): boolean {
  return isDate(type) || type.includes("JSON");
}

function isDate(type: string): boolean {
  return /TIMESTAMP|DATETIME|^DATE$/.test(type);
}

/**
 * SQLite takes any word for a type, and every column holds everything. So the declared type decides, by SQLite's own
 * rules, and by the words that people go by for truth values, dates and lists; and the first rows must not say
 * otherwise.
 *
 * @param type in capitals
 */
export function meaningOf(name: string, type: string, held: Held): Described {
  if (name === "" || !isText(name)) return { reason: "its name cannot be that of a field" };
  if (type.includes("BOOL")) return only(held, ["integer"], "boolean");
  if (isDate(type)) {
    const isIso = held.values.every((value) => typeof value === "string" && ISO_DATE.test(value));
    if (!isIso) return { reason: "its dates are not written as 2024-02-29T23:59:59.999Z" };
    return { type: "date", mapping: { storage: "timestamp" } };
  }
  if (type.includes("JSON")) {
    if (!held.values.every(isListOfTexts))
      return { reason: "it holds JSON other than lists of texts" };
    return { type: "list", mapping: { storage: "json" } };
  }
  if (type.includes("INT")) return numbers(held);
  if (/CHAR|CLOB|TEXT/.test(type)) return texts(held);
  if (type === "") return untyped(held);
  if (type.includes("BLOB")) return { reason: "it is declared as a BLOB" };
  if (/REAL|FLOA|DOUB|NUM|DEC/.test(type)) return numbers(held);
  return { reason: `its declared type ${quote(type)} does not say what it holds` };
}

function numbers(held: Held): Described {
  return only(held, ["integer", "real"], "number");
}

function texts(held: Held): Described {
  const { collation } = held;
  if (collation !== undefined) return { reason: `its texts are compared by the rule ${collation}` };
  return only(held, ["text"], "text");
}

/** Columns of views that are computed have no declared type. */
function untyped(held: Held): Described {
  if (held.types.size === 0) return { reason: "it has no declared type, and no row tells" };
  return held.types.has("text") ? texts(held) : numbers(held);
}

function only({ types }: Held, expected: readonly string[], type: ValueType): Described {
  const other = [...types].find((found) => !expected.includes(found));
  if (other === undefined) return { type, mapping: {} };
  return { reason: `it holds values of the type ${other}, and is no plain ${type}` };
}

function isListOfTexts(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((element) => typeof element === "string");
  } catch {
    return false;
  }
}
