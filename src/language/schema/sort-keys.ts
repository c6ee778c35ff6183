import { misuse } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { suggest } from "../../util/suggest.ts";
import type { Plain } from "../values/plain.ts";
import { readProperty } from "../values/row-value.ts";
import { compareText } from "../values/text/index.ts";
import type { Schema } from "./declarations.ts";
import { type Field, isComputed } from "./field.ts";
import { requireSchema } from "./schema.ts";

/** A field to sort by, and the direction. Blanks come last in both directions. */
export interface SortKey {
  /** The name of the field to sort by. */
  readonly field: string;
  /** Ascending unless given. */
  readonly direction?: "asc" | "desc";
}

/** A key of an order with its field. */
export interface OrderKey {
  readonly field: Field;
  readonly isDescending: boolean;
}

/**
 * The sort keys: the given ones, then the schema's key field, if it has one, so that no two records are equal.
 *
 * @param call the name of the public call, for messages
 * @throws `TypeError` if a field is unknown or a list, or a direction is neither "asc" nor "desc".
 */
export function orderKeys(
  schema: Schema,
  sort: readonly SortKey[],
  call: string,
): readonly OrderKey[] {
  requireSchema(schema, call);
  if (!Array.isArray(sort)) {
    throw misuse(`\`${call}\`: \`sort\``, "an array of keys such as `{ field, direction }`", sort);
  }
  const keys = new Map<Field, OrderKey>();
  for (const given of sort) {
    const key = orderKey(schema, Object(given), call);
    // The first occurrence of a field decides.
    if (!keys.has(key.field)) keys.set(key.field, key);
  }
  const { key } = schema;
  if (key !== undefined && !keys.has(key)) keys.set(key, { field: key, isDescending: false });
  return [...keys.values()];
}

/** @throws `TypeError` if the field is unknown or a list, or the direction is neither "asc" nor "desc". */
export function orderKey(
  schema: Schema,
  { field: name, direction = "asc" }: SortKey,
  call: string,
): OrderKey {
  const field = fieldNamed(schema, name, call, "the field to sort by");
  if (field.type === "list") {
    const expected = "a field whose values have an order";
    throw misuse(`\`${call}\`: the field to sort by`, expected, name, "lists have none");
  }
  if (direction !== "asc" && direction !== "desc") {
    throw misuse(`\`${call}\`: the direction of ${quote(name)}`, '"asc" or "desc"', direction);
  }
  return { field, isDescending: direction === "desc" };
}

/**
 * @param what the purpose of the field, for the message: "the field to sort by"
 * @throws `TypeError` if the schema has no field of this name.
 */
export function fieldNamed(schema: Schema, name: string, call: string, what = "a field"): Field {
  const field = schema.fields.get(name);
  if (field !== undefined) return field;
  const meant = typeof name === "string" ? suggest(name, schema.fields.keys()) : undefined;
  const advice = meant === undefined ? undefined : `did you mean ${quote(meant)}?`;
  throw misuse(`\`${call}\`: ${what}`, "the name of a field of the schema", name, advice);
}

/**
 * A readable field: a field of the schema, or a hidden one that a computed field depends on.
 *
 * @throws `TypeError` if there is no such field
 */
export function readableField(schema: Schema, name: string, call: string): Field {
  return schema.fields.get(name) ?? schema.stored.get(name) ?? fieldNamed(schema, name, call);
}

/** @throws `TypeError` unless the limit is `undefined` or a nonnegative whole number. */
export function requireLimit(limit: number | undefined, call: string): void {
  if (limit === undefined || (Number.isSafeInteger(limit) && limit >= 0)) return;
  throw misuse(`\`${call}\`: the limit`, "a whole number from 0", limit);
}

/** @throws `TypeError` unless the schema has a key field. Without one, its records have no total order. */
export function requireKey({ key }: Schema, call: string): void {
  if (key !== undefined) return;
  const advice = "declare one with `key: true`";
  throw new TypeError(
    `\`${call}\`: the schema must have a key field, for a total order; ${advice}`,
  );
}

/**
 * Checks a record that marks a position in an order. Without this check, a missing field would count as blank, and mark
 * another position.
 *
 * @throws `TypeError` if the record lacks a field of the order, has a value of another type in it, or has a blank key.
 */
export function requirePosition(
  schema: Schema,
  keys: readonly OrderKey[],
  after: unknown,
  call: string,
): void {
  requireKey(schema, call);
  for (const { field } of keys) {
    const { name, type } = field;
    const value =
      typeof after === "object" && after !== null ? readProperty(after, name) : undefined;
    const isBlank = value === null || value === "";
    if (isBlank ? field !== schema.key : isOfType(type, value)) continue;
    const expected = `a record with ${field === schema.key ? "the key" : "the sorted field"} ${quote(name)}`;
    throw misuse(
      `\`${call}\`: \`after\``,
      `${expected}, a ${type}`,
      after,
      "pass the last record as it was read",
    );
  }
}

/**
 * Checks that a position has the computed fields of the order. Rows in memory lack them, so a row passed as a position
 * would count as blank.
 *
 * @throws `TypeError` if a record that marks a position lacks a computed field of the order
 */
export function requireComputed(keys: readonly OrderKey[], after: unknown, call: string): void {
  for (const { field } of keys) {
    if (!isComputed(field) || readProperty(Object(after), field.name) !== undefined) continue;
    const expected = `a record with the sorted field ${quote(field.name)}`;
    throw misuse(`\`${call}\`: \`after\``, expected, after, "pass the last record as it was read");
  }
}

function isOfType(type: Field["type"], value: unknown): boolean {
  if (type === "date") return ["string", "number", "object"].includes(typeof value);
  return typeof value === (type === "text" ? "string" : type);
}

/** Compares two values in an order: the result is negative if the first comes first. Blanks come last in both directions. */
export function compareValues(a: Plain, b: Plain, isDescending: boolean): number {
  const aIsBlank = a === null || a === "";
  const bIsBlank = b === null || b === "";
  if (aIsBlank || bIsBlank) return Number(aIsBlank) - Number(bIsBlank);
  const order =
    typeof a === "string" && typeof b === "string"
      ? compareText(a, b)
      : Number(a) < Number(b)
        ? -1
        : Number(a) > Number(b)
          ? 1
          : 0;
  return isDescending ? -order : order;
}
