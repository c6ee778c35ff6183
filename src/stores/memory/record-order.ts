import type { Schema } from "../../schema/index.ts";
import { type OrderKey, orderKeys, type SortKey } from "../../sql/query/order.ts";
import type { ValueType } from "../../types/value-type.ts";
import { readField } from "../../values/row-value.ts";
import { compareText } from "../../values/text/index.ts";
import type { StoreRecord } from "../store.ts";

/** Negative where the first comes before the second. */
export type Compare<T> = (a: T, b: T) => number;

/**
 * The keys by which records have to be put in order that already are in the order of the key: nothing where that is the order
 * asked for.
 *
 * @throws {@link SqlMappingError} as `toQuery` does.
 */
export function sortingKeys(schema: Schema, sort: readonly SortKey[]): readonly OrderKey[] {
  const keys = orderKeys(schema, sort);
  // No two records have the same key: what is asked for after it decides nothing.
  const place = keys.findIndex(({ field }) => field === schema.key);
  const [key] = keys.slice(place);
  return key?.isDescending === true ? keys.slice(0, place + 1) : keys.slice(0, place);
}

/** The order of records by some keys, as `recordOrder` has it, of records that fit the schema. */
export function compareRecords(keys: readonly OrderKey[]): Compare<StoreRecord> {
  return inTurn(keys.map(compareByKey));
}

function compareByKey({ field: { name, type }, isDescending }: OrderKey): Compare<StoreRecord> {
  if (type === "text") return (a, b) => compareTexts(a[name], b[name], isDescending);
  const number = orderNumber(type, isDescending);
  return (a, b) => compareNumbers(number(a[name]), number(b[name]));
}

/** The order of places in a list of records: what is compared is taken out of the records once. */
export function comparePlaces(
  keys: readonly OrderKey[],
  records: readonly StoreRecord[],
): Compare<number> {
  return inTurn(keys.map((key) => comparePlacesByKey(key, records)));
}

/** The first order that is not of equals. */
function inTurn<T>([first, ...others]: readonly Compare<T>[]): Compare<T> {
  if (first === undefined) return () => 0;
  if (others.length === 0) return first;
  return (a, b) => {
    let order = first(a, b);
    for (let index = 0; order === 0 && index < others.length; index++) {
      order = others[index]?.(a, b) ?? 0;
    }
    return order;
  };
}

function comparePlacesByKey(
  { field: { name, type }, isDescending }: OrderKey,
  records: readonly StoreRecord[],
): Compare<number> {
  if (type === "text") {
    const texts = records.map((record) => record[name]);
    return (a, b) => compareTexts(texts[a], texts[b], isDescending);
  }
  const number = orderNumber(type, isDescending);
  const numbers = new Float64Array(records.length);
  for (const [index, record] of records.entries()) numbers[index] = number(record[name]);
  return (a, b) => compareNumbers(numbers[a] ?? 0, numbers[b] ?? 0);
}

/** A number that is in order as the value is; a blank comes last whichever way the order goes. A blank boolean is `FALSE`. */
function orderNumber(
  type: ValueType,
  isDescending: boolean,
): (value: StoreRecord[string] | undefined) => number {
  const sign = isDescending ? -1 : 1;
  if (type === "boolean") return (value) => (value === true ? sign : 0);
  return (value) => {
    if (typeof value === "number") return sign * value;
    return value instanceof Date ? sign * value.getTime() : Number.POSITIVE_INFINITY;
  };
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareTexts(a: unknown, b: unknown, isDescending: boolean): number {
  const aIsBlank = typeof a !== "string" || a === "";
  const bIsBlank = typeof b !== "string" || b === "";
  if (aIsBlank || bIsBlank) return Number(aIsBlank) - Number(bIsBlank);
  return isDescending ? compareText(b, a) : compareText(a, b);
}

/** A position in the order, which may have come from anywhere, as a record. */
export function positionOf(position: unknown, keys: readonly OrderKey[]): StoreRecord {
  const values = keys.map(({ field: { name, type } }) => {
    const value = readField(position, name, type);
    return [name, type === "date" && typeof value === "number" ? new Date(value) : value] as const;
  });
  return Object.fromEntries(values);
}
