import { timingSafeEqual } from "node:crypto";
import type { StoreRecord } from "../../../data/stores/store.ts";
import type { Field, Schema, SortKey } from "../../../language/schema/index.ts";
import { LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import { isText } from "../../../language/values/text/index.ts";
import { defined } from "../../../util/defined.ts";
import { jsonOf } from "../../../util/json-of.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { isTimed } from "../looks-at-clock.ts";
import type { Signer } from "../signer.ts";

/** The position after which the next page begins. */
export interface Position {
  /** The number of records on earlier pages. */
  readonly seen: number;
  /** The last record of the previous page: its sorted fields and its key. */
  readonly after: StoreRecord;
  /** The time of the previous page, in milliseconds since 1970, if the order depends on the time. */
  readonly time?: number | undefined;
}

/** The query of a cursor: positions are only valid for the same query. */
export interface CursorQuery {
  readonly collection: string;
  /** The view of the key: positions are only valid for the same view. */
  readonly view: string;
  readonly schema: Schema;
  /** The formula with its time zone and parameter values. */
  readonly filter: string | undefined;
  readonly sort: readonly SortKey[];
}

const SIGNATURE_BYTES = 16;

/**
 * Creates and reads cursors. A cursor is a position, signed together with its query, so that clients cannot forge
 * positions. Services that replace each other need the same secret.
 */
export class Cursors {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  write(query: CursorQuery, { seen, after, time }: Position): string {
    const values = positionFields(query).map((name) => {
      const value = after[name];
      return value instanceof Date ? value.getTime() : value;
    });
    const position = Buffer.from(
      JSON.stringify([seen, ...values, ...(time === undefined ? [] : [time])]),
    );
    return Buffer.concat([this.#sign(query, position), position]).toString("base64url");
  }

  /** Returns `undefined` if the signature is invalid or belongs to another query. */
  read(query: CursorQuery, cursor: string): Position | undefined {
    if (cursor.length > SERVICE_LIMITS.cursorCharacters || !/^[\w-]+$/.test(cursor))
      return undefined;
    const bytes = Buffer.from(cursor, "base64url");
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const position = bytes.subarray(SIGNATURE_BYTES);
    if (signature.length < SIGNATURE_BYTES) return undefined;
    if (!timingSafeEqual(signature, this.#sign(query, position))) return undefined;
    return positionOf(query, position.toString());
  }

  #sign({ collection, view, filter, sort }: CursorQuery, position: Buffer): Buffer {
    const query = JSON.stringify([
      collection,
      view,
      filter ?? null,
      sort.map(({ field, direction = "asc" }) => [field, direction]),
    ]);
    return this.#signer.sign("cursor", query, position).subarray(0, SIGNATURE_BYTES);
  }
}

/**
 * Parses a position. It is validated like any input: the secret may have leaked, or the cursor may be from a service
 * with another schema.
 */
function positionOf(query: CursorQuery, text: string): Position | undefined {
  const [seen, ...values] = listOf(text);
  if (typeof seen !== "number" || !Number.isSafeInteger(seen) || seen < 1) return undefined;
  const names = positionFields(query);
  const time = timedFields(query).length === 0 ? undefined : values.pop();
  if (time !== undefined && !isTime(time)) return undefined;
  if (values.length !== names.length) return undefined;
  const after: Record<string, StoreRecord[string]> = {};
  for (const [index, name] of names.entries()) {
    const field = query.schema.fields.get(name);
    const value = field === undefined ? undefined : fieldValue(field, values[index]);
    if (value === undefined) return undefined;
    Object.defineProperty(after, name, { value, enumerable: true });
  }
  return { seen, after, ...defined({ time }) };
}

function listOf(text: string): readonly unknown[] {
  const list = jsonOf(text);
  return Array.isArray(list) ? list : [];
}

/** A value of a field in a position; `undefined` if it is invalid for the field. Keys are never blank. */
function fieldValue({ type, role }: Field, value: unknown): StoreRecord[string] | undefined {
  if (value === null) return role === "key" ? undefined : null;
  switch (type) {
    case "text":
      return typeof value === "string" && isText(value) ? value : undefined;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "date":
      return isTime(value) ? new Date(value) : undefined;
    case "list":
      return undefined;
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= MIN_DATE && Number(value) <= LAST_DATE;
}

/** The fields that determine a record's position in the order. */
export function positionFields({ schema, sort }: Pick<CursorQuery, "schema" | "sort">): string[] {
  const key = schema.key === undefined ? [] : [schema.key.name];
  return [...new Set([...sort.map(({ field }) => field), ...key])];
}

/** The fields of the order that are computed from the time. */
export function timedFields({ schema, sort }: Pick<CursorQuery, "schema" | "sort">): Field[] {
  return sort.flatMap(({ field }) => schema.fields.get(field) ?? []).filter(isTimed);
}
