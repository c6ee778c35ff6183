import { type Fragment, fragmentOf, isFragment } from "../language/source/formula-fragment.ts";
import { dateText, isDateValue } from "../language/values/date/index.ts";
import { numberText } from "../language/values/number/index.ts";
import { isText } from "../language/values/text/index.ts";
import { misuse } from "../util/misuse.ts";

const NAME: unique symbol = Symbol.for("isoform.field-name");

/** The name of a field, for a template of `fx`. */
export interface FieldName {
  readonly [NAME]: string;
}

/** A value that may stand in a template of `fx`. */
export type TemplateValue =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | FieldName
  | Fragment;

/**
 * Marks a text as the name of a field, to be written in braces.
 *
 * @example
 * ```ts
 * fx`${field("owner")} = ${"Ada"}`.source; // '{owner} = "Ada"'
 * ```
 */
export function field(name: string): FieldName {
  if (typeof name !== "string") throw misuse("`field`: the name", "a text", name);
  return { [NAME]: name };
}

/**
 * Makes a formula from a template. Values become literals of the language, so a text never becomes syntax. Write
 * `field(name)` for a field. A fragment of another `fx` is put in parentheses, so it keeps its meaning. `compile` and
 * `check` take the result as it is.
 *
 * @example
 * ```ts
 * compile(fx`AND({country} = ${country}, {price} < ${50_000})`, schema);
 * ```
 *
 * @throws `TypeError` for a value that the language has no literal for, such as `NaN`.
 */
export function fx(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Fragment {
  if (!Array.isArray(strings)) {
    throw misuse(
      "`fx`: the first argument",
      "a template",
      strings,
      "write fx`…` without parentheses",
    );
  }
  return fragmentOf(
    strings
      .map((text, index) => text + (index < values.length ? write(values[index]) : ""))
      .join(""),
  );
}

function write(value: TemplateValue): string {
  if (value === null || value === undefined) return "BLANK()";
  switch (typeof value) {
    case "string":
      return `"${asText(value, "text").replace(/[\\"]/g, "\\$&")}"`;
    case "boolean":
      return value ? "TRUE()" : "FALSE()";
    case "number":
      return writeNumber(value);
    case "object":
      return writeObject(value);
    default:
      throw notAValue(value);
  }
}

function writeObject(value: Date | FieldName | Fragment): string {
  if (value instanceof Date) return writeDate(value);
  if (NAME in value) return writeName(value[NAME]);
  // A line comment at the end of the fragment must not hide the parenthesis.
  if (isFragment(value)) return `(${value.source}${value.source.includes("//") ? "\n" : ""})`;
  throw notAValue(value);
}

function notAValue(value: unknown): TypeError {
  return misuse("`fx`: a value", "a text, number, boolean, date, field or another template", value);
}

function writeName(name: string): string {
  if (name === "") throw new TypeError("no field has an empty name");
  return `{${asText(name, "name").replace(/[\\{}]/g, "\\$&")}}`;
}

function asText(value: string, kind: "text" | "name"): string {
  if (!isText(value))
    throw new TypeError(`the language has no ${kind} that holds NUL or half a surrogate pair`);
  return value;
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`the language has no number ${value}`);
  return value < 0 ? `(${numberText(value)})` : numberText(value);
}

function writeDate(value: Date): string {
  const milliseconds = value.getTime();
  if (!isDateValue(milliseconds)) {
    throw new TypeError("the language has dates between 1900 and 2298 only");
  }
  return `DATETIME_PARSE("${dateText(milliseconds)}")`;
}
