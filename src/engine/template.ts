import { type Fragment, fragmentOf, isFragment } from "../language/source/formula-fragment.ts";
import { literalOfText } from "../language/syntax/index.ts";
import { dateText, isDateValue } from "../language/values/date/index.ts";
import { numberText } from "../language/values/number/index.ts";
import { isText } from "../language/values/text/index.ts";
import { misuse } from "../util/misuse.ts";

const NAME: unique symbol = Symbol.for("isoform.field-name");

/** The name of a field in an `fx` template. */
export interface FieldName {
  readonly [NAME]: string;
}

/** A value that an `fx` template accepts. */
export type TemplateValue =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | FieldName
  | Fragment
  | readonly TemplateValue[];

/**
 * Marks a string as the name of a field, to be written in braces.
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
 * Builds a formula from a template. Values become literals, so a string never becomes syntax. Write `field(name)` for a
 * field. An array becomes the arguments of a call: `ISONEOF({country}, ${countries})`. A fragment of another `fx` keeps
 * its meaning: it is put in parentheses where needed. `compile` and `check` accept the result.
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
  let source = strings[0] ?? "";
  for (const [index, value] of values.entries()) {
    const next = strings[index + 1] ?? "";
    source += write(value, isWhole(source, next)) + next;
  }
  return fragmentOf(source);
}

/** Whether an interpolation is a whole argument, or all of the content of parentheses. */
function isWhole(before: string, after: string): boolean {
  // A parenthesis inside a comment does not count.
  return !/\/[/*]/.test(before) && /[(,]\s*$/.test(before) && /^\s*[),]/.test(after);
}

function write(value: TemplateValue, isWhole: boolean): string {
  if (value === null || value === undefined) return "BLANK()";
  switch (typeof value) {
    case "string":
      // Line breaks are escaped, so that a value in a comment cannot end it.
      return literalOfText(asText(value, "text"));
    case "boolean":
      return value ? "TRUE()" : "FALSE()";
    case "number":
      return writeNumber(value);
    case "object":
      return writeObject(value, isWhole);
    default:
      throw notAValue(value);
  }
}

function writeObject(value: Exclude<TemplateValue & object, undefined>, isWhole: boolean): string {
  if (isArray(value)) return writeArguments(value, isWhole);
  if (value instanceof Date) return writeDate(value);
  if (NAME in value) return writeName(value[NAME]);
  if (isFragment(value)) {
    // A line comment at the end of the fragment must not hide what follows.
    const text = `${value.source}${value.source.includes("//") ? "\n" : ""}`;
    return isWhole ? text : `(${text})`;
  }
  throw notAValue(value);
}

function writeArguments(values: readonly TemplateValue[], isWhole: boolean): string {
  if (!isWhole) throw new TypeError("`fx`: an array must be between the parentheses of a call");
  if (values.length === 0) throw new TypeError("`fx`: an array must have a value");
  return values.map((value) => write(value, true)).join(", ");
}

function isArray(value: object): value is readonly TemplateValue[] {
  return Array.isArray(value);
}

function notAValue(value: unknown): TypeError {
  return misuse("`fx`: a value", "a text, number, boolean, date, field or another template", value);
}

function writeName(name: string): string {
  if (name === "") throw new TypeError("the name of a field cannot be empty");
  return `{${asText(name, "name").replace(/[\\{}]/g, "\\$&")}}`;
}

function asText(value: string, kind: "text" | "name"): string {
  if (!isText(value)) throw new TypeError(`a ${kind} cannot contain NUL or a lone surrogate`);
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
