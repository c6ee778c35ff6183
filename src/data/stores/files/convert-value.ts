import type { Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { toDateValue } from "../../../language/values/date/index.ts";
import { isExact, LongNumber } from "../../../language/values/exact-number.ts";
import { isText } from "../../../language/values/text/index.ts";
import type { StoreRecord } from "../store.ts";
import type { TextForms } from "./text-forms.ts";

type StoreValue = StoreRecord[string];

/** Turns a raw value into one of a field's type; `undefined` if it does not fit. */
export type ConvertValue = (raw: unknown) => StoreValue | undefined;

/** Values as JSON, Parquet or JavaScript have them. */
const OF_VALUE: Readonly<
  Record<ValueType, (raw: unknown, forms: TextForms) => StoreValue | undefined>
> = {
  text: (raw) => (isText(raw) ? raw : undefined),
  number: (raw) => {
    const value = typeof raw === "bigint" ? Number(raw) : raw;
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    if (typeof raw === "bigint" && BigInt(value) !== raw) return;
    // Adding 0 makes 0 of -0.
    return value + 0;
  },
  boolean: (raw) => (typeof raw === "boolean" ? raw : undefined),
  date: (raw, forms) => dateOf(typeof raw === "string" ? forms.date(raw) : toDateValue(raw)),
  list: (raw) => (Array.isArray(raw) && isFull(raw) && raw.every(isText) ? [...raw] : undefined),
};

/** `every` passes over holes. */
function isFull(list: readonly unknown[]): boolean {
  return !list.includes(undefined);
}

/** Texts that stand for values, as cells of CSV do. */
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

/** The number that a raw value would become if it were rounded; `undefined` if it is not a number. */
export function roundedNumber(raw: unknown, forms: TextForms): number | undefined {
  if (raw instanceof LongNumber) return Number(raw.text);
  if (typeof raw === "bigint") return Number(raw);
  return typeof raw === "string" ? forms.number(raw) : undefined;
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}

/**
 * How a field's raw values are read.
 *
 * @param isText whether values are texts, whatever they mean; the empty text is then a blank, but in a field of texts
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
