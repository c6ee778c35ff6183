import type { ValueType } from "../../../language/types/value-type.ts";
import { isText } from "../../../language/values/text/index.ts";
import { quote } from "../../../util/quote.ts";
import type { CatalogueColumn } from "../catalogue.ts";
import { overrideText } from "../describe/describe-options.ts";

/** The values of a column in the sample. */
export interface Held {
  /** SQLite's storage classes: `integer`, `real`, `text` and `blob`, without NULL. */
  readonly types: ReadonlySet<string>;
  /** The values, if {@link needsValues} requests them, otherwise their magnitudes. */
  readonly values: readonly unknown[];
  /** The collation of the column, unless it is BINARY. */
  readonly collation: string | undefined;
}

type Meaning = Pick<CatalogueColumn, "type" | "field" | "refused">;

/** The forms of dates as texts, with their types in the mapping. */
const DATE_FORMS: readonly (readonly [form: RegExp, type: string])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "timestamp"],
  [/^\d{4}-\d\d-\d\d$/, "YYYY-MM-DD"],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, "YYYY-MM-DD HH:MM:SS"],
];

/** Whether a column's values are needed, beyond their storage classes. */
export function needsValues(type: string): boolean {
  return isDate(type) || type.includes("JSON");
}

function isDate(type: string): boolean {
  return /TIMESTAMP|DATETIME|^DATE$/.test(type);
}

/**
 * Infers the type of a column. SQLite accepts any word as a type, and every column can hold any value. The declared
 * type decides, by SQLite's affinity rules and by common names for booleans, dates and lists, unless the sample
 * contradicts it.
 */
export function meaningOf(
  { name, type }: { readonly name: string; readonly type: string },
  held: Held = { types: new Set(), values: [], collation: undefined },
): Meaning {
  const refuse = (refused: string): Meaning => ({ type, refused });
  if (name === "" || !isText(name)) return refuse("its name cannot be that of a field");
  if (type.includes("BOOL")) {
    return held.values.some((value) => Number(value) > 1)
      ? integers(type, held)
      : only(type, held, ["integer"], { type: "bool" }, "boolean");
  }
  if (isDate(type)) {
    const [, form] =
      DATE_FORMS.find(([pattern]) =>
        held.values.every((value) => typeof value === "string" && pattern.test(value)),
      ) ?? [];
    if (form !== undefined) return { type: form, field: "date" };
    return refuse(
      `its dates are not all texts of one form (2024-02-29T23:59:59.999Z, 2024-02-29 23:59:59 or 2024-02-29): say what they are, such as ${overrideText(name, { type: "date", storage: "epochMilliseconds" })}, \`seconds since 1970\` or \`julian day\`, or make a view with one of these forms`,
    );
  }
  if (type.includes("JSON")) {
    return held.values.every(isListOfTexts)
      ? { type: "json", field: "list" }
      : only(type, held, ["text"], { type: "text" }, "text");
  }
  if (type.includes("INT")) return integers(type, held);
  if (/CHAR|CLOB|TEXT/.test(type)) return texts(type, held);
  if (type === "") {
    if (held.types.size === 0)
      return refuse("it has no declared type, and no value shows its type");
    // Computed columns of views have no declared type.
    if (held.types.has("text")) return texts(type, held);
    return held.types.has("blob") ? bytes(type, held) : numbers(type, held);
  }
  if (type.includes("BLOB")) return bytes(type, held);
  if (/REAL|FLOA|DOUB/.test(type)) return only(type, held, NUMBERS, { type: "real" }, "number");
  if (/NUM|DEC/.test(type)) return numbers(type, held);
  return refuse(
    `its declared type ${quote(type)} does not say what it holds: make a view that has it as TEXT or as a number, by CAST`,
  );
}

const NUMBERS = ["integer", "real"];

function numbers(type: string, held: Held): Meaning {
  return only(type, held, NUMBERS, { type: "numeric" }, "number");
}

/** Integers beyond the exact range of float64 are identifiers. */
function integers(type: string, held: Held): Meaning {
  const isBeyond = held.values.some((value) => Number(value) > 2 ** 53 - 1);
  const meaning: Meaning = isBeyond ? { type: "int", field: "text" } : { type: "int" };
  return only(type, held, isBeyond ? ["integer"] : NUMBERS, meaning, "number");
}

function texts(type: string, held: Held): Meaning {
  const { collation } = held;
  const native = collation === undefined ? "text" : `text collate ${collation}`;
  return only(type, held, ["text"], { type: native }, "text");
}

function bytes(type: string, held: Held): Meaning {
  return only(type, held, ["blob"], { type: "blob" }, "text");
}

function only(
  declared: string,
  { types }: Held,
  expected: readonly string[],
  meaning: Meaning,
  field: ValueType,
): Meaning {
  const other = [...types].find((found) => !expected.includes(found));
  if (other === undefined) return meaning;
  return {
    type: declared,
    refused: `it has values of the type ${other}, and is not a plain ${field}: make a view that has them as one type, by CAST`,
  };
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
