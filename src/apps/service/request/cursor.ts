import { timingSafeEqual } from "node:crypto";
import type { StoreRecord } from "../../../data/stores/store.ts";
import type { Field, Schema, SortKey } from "../../../language/schema/index.ts";
import { LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import { isText } from "../../../language/values/text/index.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import type { Signer } from "../signer.ts";

/** The place in the order where the next page begins. */
export interface Position {
  /** The number of records on the pages before. */
  readonly seen: number;
  /** The last record of the page before: its sorted fields and its key. */
  readonly after: StoreRecord;
}

/** The query that a cursor belongs to: the pages of another query have other positions. */
export interface CursorQuery {
  readonly collection: string;
  /** The view of the key: a position of one view is none of another. */
  readonly view: string;
  readonly schema: Schema;
  /** The formula with its time zone and the values of its parameters. */
  readonly filter: string | undefined;
  readonly sort: readonly SortKey[];
}

const SIGNATURE_BYTES = 16;

/**
 * Makes and reads cursors. A cursor is a position that is signed together with its query, so clients cannot make up
 * positions. Services that replace each other need the same secret.
 */
export class Cursors {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  write(query: CursorQuery, { seen, after }: Position): string {
    const values = positionFields(query).map((name) => {
      const value = after[name];
      return value instanceof Date ? value.getTime() : value;
    });
    const position = Buffer.from(JSON.stringify([seen, ...values]));
    return Buffer.concat([this.#sign(query, position), position]).toString("base64url");
  }

  /** Returns `undefined` if the cursor is not ours, or belongs to another query. */
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
 * The position that a text holds, checked like any input: the secret may have become known, and the schema may be
 * another one than that of the service that signed it.
 */
function positionOf(query: CursorQuery, text: string): Position | undefined {
  const [seen, ...values] = listOf(text);
  if (typeof seen !== "number" || !Number.isSafeInteger(seen) || seen < 1) return undefined;
  const names = positionFields(query);
  if (values.length !== names.length) return undefined;
  const after: Record<string, StoreRecord[string]> = {};
  for (const [index, name] of names.entries()) {
    const field = query.schema.fields.get(name);
    const value = field === undefined ? undefined : fieldValue(field, values[index]);
    if (value === undefined) return undefined;
    Object.defineProperty(after, name, { value, enumerable: true });
  }
  return { seen, after };
}

function listOf(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** A value of a field as it stands in a position; `undefined` if the field cannot have it. Keys are never blank. */
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

/** The fields that a record's place in the order depends on. */
export function positionFields({ schema, sort }: Pick<CursorQuery, "schema" | "sort">): string[] {
  const key = schema.key === undefined ? [] : [schema.key.name];
  return [...new Set([...sort.map(({ field }) => field), ...key])];
}
