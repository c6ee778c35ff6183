import { quote } from "../../util/quote.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { type DiagnosticExtras, diagnostic, replaceFix } from "../source/report.ts";
import type { Expression } from "../syntax/index.ts";
import { describeType, type ValueType } from "../types/value-type.ts";
import { parseIsoDate } from "../values/date/index.ts";
import { isExact } from "../values/exact-number.ts";
import { numberText, parseNumberText } from "../values/number/index.ts";
import type { Typed } from "./typed.ts";

/** A converted value, or a diagnostic if the conversion is not allowed. */
export type Conversion =
  | { readonly ok: true; readonly typed: Typed }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** For each type, the types that convert to it implicitly. Text literals also convert to dates; see `dateLiteral`. */
const IMPLICIT: Readonly<Record<ValueType, readonly ValueType[]>> = {
  text: ["number", "boolean", "date", "list"],
  number: ["boolean"],
  boolean: [],
  date: [],
  list: ["text"],
};

/** Converts a value to a type if the language does so implicitly. */
export function convert(typed: Typed, type: ValueType, source: string): Conversion {
  if (typed.type === type || typed.kind === "unknown") return { ok: true, typed };
  if (typed.kind === "blank" || typed.kind === "error") return converted(typed, type);
  if (type === "date" && typed.kind === "text") return dateLiteral(typed);
  if (IMPLICIT[type].includes(typed.type)) return converted(typed, type);
  return { ok: false, diagnostic: wrongType(typed, type, source) };
}

/** Makes a condition of a value of any type, by the true-like rule. */
export function asCondition(typed: Typed): Typed {
  if (typed.type === "boolean") return typed;
  return { kind: "condition", type: "boolean", operand: typed, node: typed.node };
}

function converted(operand: Typed, type: ValueType): Conversion {
  return { ok: true, typed: { kind: "convert", type, operand, node: operand.node } };
}

/** Reads a text literal as a date. The empty text is a blank date. */
export function dateLiteral(typed: Typed & { readonly kind: "text" }): Conversion {
  if (typed.value === "") {
    return converted({ kind: "blank", type: "blank", node: typed.node }, "date");
  }
  const milliseconds = parseIsoDate(typed.value);
  if (milliseconds !== undefined) {
    return { ok: true, typed: { kind: "date", type: "date", milliseconds, node: typed.node } };
  }
  return {
    ok: false,
    diagnostic: diagnostic("invalid-date", typed.node.span, `${quote(typed.value)} is not a date`, {
      help: "write a date between 1900 and 2298 as `2024-02-29` or `2024-02-29T23:59:59Z`",
      ...dateFix(typed),
    }),
  };
}

/** A fix for a date of which everybody knows the year, the month and the day: `2024/1/31`. */
function dateFix({ value, node }: Typed & { readonly kind: "text" }): DiagnosticExtras {
  const iso = isoDateOf(value);
  return iso === undefined ? {} : { fix: replaceFix(`write "${iso}"`, node.span, `"${iso}"`) };
}

/** `2024-01-31` for `2024/1/31`, `2024.01.31` and `2024-1-31`. */
export function isoDateOf(text: string): string | undefined {
  const [, year, , month = "", day = ""] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year !== undefined && parseIsoDate(iso) !== undefined ? iso : undefined;
}

/** The expression's part of the formula's text. */
export function textOf(node: Expression, source: string): string {
  return source.slice(node.span.start, node.span.end);
}

/** Help, and if possible a fix, for a value that must have another type. */
export function conversionFix(typed: Typed, type: ValueType, source: string): DiagnosticExtras {
  const { span } = typed.node;
  const written = textOf(typed.node, source);
  if (type === "number" && typed.kind === "text") {
    const value = parseNumberText(typed.value);
    if (value === undefined) return { help: "write a number without quotes" };
    if (!isExact(typed.value, value)) return { help: "a number keeps about 16 digits" };
    const text = numberText(value);
    return { help: `write ${text}`, fix: replaceFix(`write ${text}`, span, text) };
  }
  if (type === "number" && typed.type === "text") {
    return wrap("VALUE", written, "to read the number in the text");
  }
  if (type === "date" && typed.type === "text") {
    return wrap("DATETIME_PARSE", written, "to read the date in the text");
  }
  if (type === "number" && typed.type === "date") {
    return {
      help: "take a part of the date, such as `YEAR(…)`, or a difference, such as `DATETIME_DIFF(…)`",
    };
  }
  if (type === "number" && typed.type === "list") {
    return { help: "count the list's items with `COUNTALL(…)`, or join them with `ARRAYJOIN(…)`" };
  }
  return { help: `give ${describeType(type)}` };

  function wrap(name: string, inner: string, purpose: string) {
    const text = `${name}(${inner})`;
    const shown = inner.length > 40 ? `${name}(…)` : text;
    return {
      help: `write ${quote(shown)} ${purpose}`,
      fix: replaceFix(`wrap in ${name}`, span, text),
    };
  }
}

function wrongType(typed: Typed, type: ValueType, source: string): Diagnostic {
  return diagnostic(
    "argument-type",
    typed.node.span,
    `${describe(typed, source)} is a ${typed.type}, but ${describeType(type)} is needed here`,
    conversionFix(typed, type, source),
  );
}

/** An expression in a message: its own text, shortened. */
export function describe(typed: Typed, source: string): string {
  return quote(textOf(typed.node, source));
}
