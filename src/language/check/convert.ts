import type { Schema } from "../schema/declarations.ts";
import type { Edit } from "../source/diagnostic.ts";
import { excerpt, type Finding, replace } from "../source/finding.ts";
import type { Remedy } from "../source/messages/diagnostic-data.ts";
import { type Expression, referenceOfField } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { parseIsoDate } from "../values/date/index.ts";
import { isExact } from "../values/exact-number.ts";
import { numberText, parseNumberText } from "../values/number/index.ts";
import type { Typed } from "./typed.ts";

/** A converted value, or the reason if the conversion is not allowed. */
export type Conversion =
  | { readonly ok: true; readonly typed: Typed }
  | { readonly ok: false; readonly finding: Finding };

/** The formula's text and the fields that it may name. */
interface Surroundings {
  readonly source: string;
  readonly schema: Schema | undefined;
  readonly suggestible: { readonly isField: (name: string) => boolean };
}

/** For each type, the types that convert to it implicitly. Text literals also convert to dates; see `dateLiteral`. */
const IMPLICIT: Readonly<Record<ValueType, readonly ValueType[]>> = {
  text: ["number", "boolean", "date", "list"],
  number: ["boolean"],
  boolean: [],
  date: [],
  list: ["text"],
};

/** Converts a value to a type if the language does so implicitly. */
export function convert(typed: Typed, type: ValueType, around: Surroundings): Conversion {
  if (typed.type === type || typed.kind === "unknown") return { ok: true, typed };
  if (typed.kind === "blank" || typed.kind === "error") return converted(typed, type);
  if (type === "date" && typed.kind === "text") return dateLiteral(typed);
  if (IMPLICIT[type].includes(typed.type)) return converted(typed, type);
  return wrongType(typed, typed.type, type, around);
}

/** Converts a value of any type to a condition by the true-like rule. */
export function asCondition(typed: Typed): Typed {
  if (typed.type === "boolean") return typed;
  return { kind: "condition", type: "boolean", operand: typed, node: typed.node };
}

function converted(operand: Typed, type: ValueType): Conversion {
  return { ok: true, typed: { kind: "convert", type, operand, node: operand.node } };
}

/** Parses a text literal as a date. The empty text is a blank date. */
export function dateLiteral(typed: Typed & { readonly kind: "text" }): Conversion {
  if (typed.value === "") {
    return converted({ kind: "blank", type: "blank", node: typed.node }, "date");
  }
  const milliseconds = parseIsoDate(typed.value);
  if (milliseconds !== undefined) {
    return { ok: true, typed: { kind: "date", type: "date", milliseconds, node: typed.node } };
  }
  const { value: text } = typed;
  const { span } = typed.node;
  const code = "invalid-date";
  // Year, month and day are unambiguous in `2024/1/31`.
  const instead = isoDateOf(text);
  const finding: Finding =
    instead === undefined
      ? { code, span, data: { text } }
      : { code, span, data: { text, instead }, fix: replace(span, `"${instead}"`) };
  return { ok: false, finding };
}

/** Day and month first, in either order. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

/** Whether a text looks like a date that is not written as in ISO 8601. */
export function looksLikeDate(text: string): boolean {
  return YEAR_LAST.test(text.trim()) || isoDateOf(text) !== undefined;
}

/** `2024-01-31` for `2024/1/31`, `2024.01.31` and `2024-1-31`, and for `31.1.2024` and `1/31/2024`, where 31 can only be the day. */
function isoDateOf(text: string): string | undefined {
  const [, first = "", , second = "", last] = YEAR_LAST.exec(text.trim()) ?? [];
  if (last !== undefined) {
    const isSure = Number(first) > 12 !== Number(second) > 12;
    const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
    return isSure ? isoDateOf(`${last}-${month}-${day}`) : undefined;
  }
  const [, year, , month = "", day = ""] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year !== undefined && parseIsoDate(iso) !== undefined ? iso : undefined;
}

/** The expression's source text. */
export function textOf(node: Expression, source: string): string {
  return source.slice(node.span.start, node.span.end);
}

/** A conversion in words, and the edits that do it, if there are any. */
export interface Repaired<R> {
  readonly remedy: R;
  readonly fix?: readonly Edit[];
}

/** How to write a field of the type whose name is in quotes, as in SQL. */
export function quotedField(
  typed: Typed,
  type: ValueType,
  { schema, suggestible }: Surroundings,
): Repaired<Remedy> | undefined {
  if (typed.kind !== "text") return undefined;
  const name = typed.value.replace(/^\{(.*)\}$/, "$1");
  if (schema?.fields.get(name)?.type !== type || !suggestible.isField(name)) return undefined;
  const instead = referenceOfField(name);
  return {
    remedy: { way: "field-without-quotes", instead },
    fix: replace(typed.node.span, instead),
  };
}

const LONGEST_SHOWN = 40;

/** How to convert a value to a required type. */
export function conversionRemedy(
  typed: Typed,
  type: ValueType,
  around: Surroundings,
): Repaired<Remedy> {
  const { source } = around;
  const { span } = typed.node;
  const quoted = quotedField(typed, type, around);
  if (quoted !== undefined) return quoted;
  if (type === "number" && typed.kind === "text") {
    const way = "number-without-quotes";
    const value = parseNumberText(typed.value);
    if (value === undefined) return { remedy: { way } };
    if (!isExact(typed.value, value)) return { remedy: { way: "too-many-digits" } };
    const instead = numberText(value);
    return { remedy: { way, instead }, fix: replace(span, instead) };
  }
  const iso = typed.type === "number" ? isoDateOf(textOf(typed.node, source)) : undefined;
  if (type === "date" && iso !== undefined) {
    const instead = `"${iso}"`;
    return { remedy: { way: "date-in-quotes", instead }, fix: replace(span, instead) };
  }
  if (type === "date" && typed.type === "number" && looksLikeDate(textOf(typed.node, source))) {
    return { remedy: { way: "date-in-quotes", instead: '"YYYY-MM-DD"' } };
  }
  // A text that was joined is no number: `a & b > 5` may mean two conditions.
  if (typed.kind === "concat") return { remedy: { way: "other-value", type } };
  if (type === "number" && typed.type === "text") return wrap("VALUE");
  if (type === "date" && typed.type === "text") return wrap("DATETIME_PARSE");
  if (type === "number" && typed.type === "date") return { remedy: { way: "part-of-date" } };
  if (type === "number" && typed.type === "list") return { remedy: { way: "count-of-list" } };
  return { remedy: { way: "other-value", type } };

  function wrap(name: "VALUE" | "DATETIME_PARSE"): Repaired<Remedy> {
    const written = textOf(typed.node, source);
    const call = `${name}(${written})`;
    const shown = written.length > LONGEST_SHOWN ? `${name}(…)` : call;
    return { remedy: { way: "call", function: name, call: shown }, fix: replace(span, call) };
  }
}

function wrongType(
  typed: Typed,
  actual: ValueType,
  expected: ValueType,
  around: Surroundings,
): Conversion {
  const { remedy, fix } = conversionRemedy(typed, expected, around);
  const written = excerpt(textOf(typed.node, around.source));
  return {
    ok: false,
    finding: {
      code: "argument-type",
      span: typed.node.span,
      data: { written, actual, expected, remedy },
      ...(fix && { fix }),
    },
  };
}
