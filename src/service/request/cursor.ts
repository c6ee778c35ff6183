import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Schema, SortKey } from "../../schema/index.ts";
import type { StoreRecord } from "../../stores/store.ts";

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
  readonly schema: Schema;
  readonly filter: string | undefined;
  readonly sort: readonly SortKey[];
}

const SIGNATURE_BYTES = 16;
const LONGEST = 8_192;

/**
 * Makes and reads cursors. A cursor is a position that is signed together with its query, so clients cannot make up
 * positions. Services that replace each other need the same secret.
 */
export class Cursors {
  readonly #secret: string | Buffer;

  constructor(secret: string | Buffer = randomBytes(32)) {
    this.#secret = secret;
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
    if (cursor.length > LONGEST || !/^[\w-]+$/.test(cursor)) return undefined;
    const bytes = Buffer.from(cursor, "base64url");
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const position = bytes.subarray(SIGNATURE_BYTES);
    if (signature.length < SIGNATURE_BYTES) return undefined;
    if (!timingSafeEqual(signature, this.#sign(query, position))) return undefined;
    // The signature is right, so it holds what `write` put there.
    const [seen, ...values] = JSON.parse(position.toString()) as [number, ...(string | number)[]];
    const after = Object.fromEntries(
      positionFields(query).map((name, index) => {
        const value = values[index] ?? null;
        const isDate = query.schema.fields.get(name)?.type === "date";
        return [name, isDate && value !== null ? new Date(value) : value] as const;
      }),
    );
    return { seen, after };
  }

  #sign({ collection, filter, sort }: CursorQuery, position: Buffer): Buffer {
    const query = JSON.stringify([
      collection,
      filter ?? null,
      sort.map(({ field, direction = "asc" }) => [field, direction]),
    ]);
    return createHmac("sha256", this.#secret)
      .update(`${query}\n`)
      .update(position)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  }
}

/** The fields that a record's place in the order depends on. */
export function positionFields({ schema, sort }: Pick<CursorQuery, "schema" | "sort">): string[] {
  const key = schema.key === undefined ? [] : [schema.key.name];
  return [...new Set([...sort.map(({ field }) => field), ...key])];
}
