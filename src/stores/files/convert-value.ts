import type { Field } from "../../schema/index.ts";
import type { ValueType } from "../../types/value-type.ts";
import { parseIsoDate, toDateValue } from "../../values/date/index.ts";
import { parseNumberText } from "../../values/number/index.ts";
import { isText } from "../../values/text/index.ts";
import type { StoreRecord } from "../store.ts";

type StoreValue = StoreRecord[string];

/** Turns a raw value into one of a field's type; `undefined` if it does not fit. */
export type ConvertValue = (raw: unknown) => StoreValue | undefined;

/** Values as JSON, Parquet or JavaScript have them. */
const OF_VALUE: Readonly<Record<ValueType, ConvertValue>> = {
  text: (raw) => (isText(raw) ? raw : undefined),
  number: (raw) => {
    const value = typeof raw === "bigint" ? Number(raw) : raw;
    // Adding 0 makes 0 of -0.
    return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined;
  },
  boolean: (raw) => (typeof raw === "boolean" ? raw : undefined),
  date: (raw) => dateOf(toDateValue(raw)),
  list: (raw) => (Array.isArray(raw) && isFull(raw) && raw.every(isText) ? [...raw] : undefined),
};

/** `every` passes over holes. */
function isFull(list: readonly unknown[]): boolean {
  return !list.includes(undefined);
}

/** Texts that stand for values, as cells of CSV do. */
const OF_TEXT: Readonly<
  Record<Exclude<ValueType, "text">, (text: string) => StoreValue | undefined>
> = {
  number: parseNumberText,
  boolean: (text) => BOOLEANS.get(text.toLowerCase()),
  date: (text) => dateOf(parseIsoDate(text)),
  list: (text) => {
    try {
      return OF_VALUE.list(JSON.parse(text));
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

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}

/**
 * How a field's raw values are read.
 *
 * @param isText whether values are texts, whatever they mean; the empty text is then a blank, but in a field of texts
 */
export function converterOf({ type }: Field, isText: boolean): ConvertValue {
  const convert = OF_VALUE[type];
  if (!isText || type === "text")
    return (raw) => (raw === undefined || raw === null ? null : convert(raw));
  const parse = OF_TEXT[type];
  return (raw) => {
    if (raw === null || raw === "") return null;
    return typeof raw === "string" ? parse(raw) : undefined;
  };
}
