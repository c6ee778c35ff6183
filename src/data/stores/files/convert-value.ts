import type { Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { toDateValue } from "../../../language/values/date/index.ts";
import { isExact, LongNumber } from "../../../language/values/exact-number.ts";
import { isText } from "../../../language/values/text/index.ts";
import type { StoreValue } from "./record-shape.ts";
import type { TextForms } from "./text-forms.ts";

/** Converts a raw value to the field's type; returns `undefined` if it does not fit. */
export type ConvertValue = (raw: unknown) => StoreValue | undefined;

/** Converters of values from JSON, Parquet or JavaScript. */
const OF_VALUE: Readonly<
  Record<ValueType, (raw: unknown, forms: TextForms) => StoreValue | undefined>
> = {
  text: (raw) => (isText(raw) ? raw : undefined),
  number: (raw) => {
    const value = typeof raw === "bigint" ? Number(raw) : raw;
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    if (typeof raw === "bigint" && BigInt(value) !== raw) return;
    // Adding 0 turns -0 into 0.
    return value + 0;
  },
  boolean: (raw) => (typeof raw === "boolean" ? raw : undefined),
  date: (raw, forms) => dateOf(typeof raw === "string" ? forms.date(raw) : toDateValue(raw)),
  list: (raw) => (Array.isArray(raw) && isFull(raw) && raw.every(isText) ? [...raw] : undefined),
};

/** `every` would skip holes. */
function isFull(list: readonly unknown[]): boolean {
  return !list.includes(undefined);
}

/** Converters of strings, such as CSV cells. */
const OF_TEXT: Readonly<
  Record<Exclude<ValueType, "text">, (text: string, forms: TextForms) => StoreValue | undefined>
> = {
  number: (text, forms) => {
    const value = forms.number(text);
    if (value === undefined) return;
    return isExact(forms.plainNumber(text), value) ? value : undefined;
  },
  boolean: (text) => BOOLEANS.get(text.toLowerCase()),
  date: (text, forms) => dateOf(forms.date(text)),
  list: (text, forms) => {
    try {
      return OF_VALUE.list(JSON.parse(text), forms);
    } catch {
      return;
    }
  },
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
]);

/** The nearest double of a raw value; `undefined` if it is not a number. */
export function roundedNumber(raw: unknown, forms: TextForms): number | undefined {
  if (raw instanceof LongNumber) return Number(raw.text);
  if (typeof raw === "bigint") return Number(raw);
  return typeof raw === "string" ? forms.number(raw) : undefined;
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}

/**
 * Returns the converter for a field's raw values.
 *
 * @param isText whether raw values are strings, as in CSV; an empty one is then blank unless the field is text
 */
export function converterOf({ type }: Field, isText: boolean, forms: TextForms): ConvertValue {
  const convert = OF_VALUE[type];
  if (!isText || type === "text")
    return (raw) => (raw === undefined || raw === null ? null : convert(raw, forms));
  const parse = OF_TEXT[type];
  return (raw) => {
    if (raw === null || raw === "") return null;
    return typeof raw === "string" ? parse(raw, forms) : undefined;
  };
}
