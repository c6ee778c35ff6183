import { dateText, isDateValue } from "../values/date/index.ts";
import { numberText } from "../values/number/index.ts";
import { isText } from "../values/text/index.ts";

const NAME: unique symbol = Symbol("isoform.field-name");
const FRAGMENT: unique symbol = Symbol("isoform.fragment");

/** A field's name for a `formula` template. */
export interface FieldName {
  readonly [NAME]: string;
}

/** A formula, or a part of one, made by a `formula` template; its text is in `source`. */
export interface Fragment {
  readonly [FRAGMENT]: true;
  readonly source: string;
  toString(): string;
}

/** What may stand in a `formula` template. */
export type TemplateValue =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | FieldName
  | Fragment;

/** Marks a text as the name of a field, to be written in braces. */
export function field(name: string): FieldName {
  return { [NAME]: name };
}

/**
 * A formula from a template. Values become literals of the language, with whatever they hold: text can
 * never become syntax. Fields are given with `field(name)`, and parts made by another template keep their meaning.
 *
 * @throws `TypeError` for a value that the language cannot write, such as `NaN`.
 */
export function formula(
  strings: TemplateStringsArray,
  ...values: readonly TemplateValue[]
): Fragment {
  const source = strings
    .map((text, index) => text + (index < values.length ? write(values[index]) : ""))
    .join("");
  return { [FRAGMENT]: true, source, toString: () => source };
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
      throw notAValue();
  }
}

function writeObject(value: Date | FieldName | Fragment): string {
  if (value instanceof Date) return writeDate(value);
  if (NAME in value) return writeName(value[NAME]);
  // A line comment at the part's end must not swallow the parenthesis.
  if (FRAGMENT in value) return `(${value.source}${value.source.includes("//") ? "\n" : ""})`;
  throw notAValue();
}

function notAValue(): TypeError {
  return new TypeError(
    "a template takes text, numbers, booleans, dates, fields and other templates",
  );
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
