import type { RefusedColumn } from "../../backends/sql/describe/describe-columns.ts";
import type { SqlRecord } from "../../backends/sql/rows/record-reader.ts";
import type { SqlPart } from "../../backends/sql/sql-part.ts";
import type { Formula } from "../../engine/index.ts";
import type { Schema, SortKey } from "../../language/schema/index.ts";
import type { SummaryPlan, SummaryRecord, SummaryWork } from "../summary/index.ts";

/** A record of a store: the fields that were asked for, in their order; dates as `Date`, blanks as `null`. */
export type StoreRecord = SqlRecord;

/** Whose work a store does. */
export interface StoreOwner {
  /**
   * Any text, such as the identifier of a key. A store that has too much to do lets owners take turns, so that none of
   * them waits for all the work of another.
   */
  readonly owner?: string;
  /** An owner of weight 4 has the turns of four owners of weight 1, which is the weight unless given. */
  readonly weight?: number;
}

/** Which records, in which order, and for whom. */
export interface StoreQuery extends StoreOwner {
  /** The fields that records are to have, in this order; all of the schema, in its order, unless given. */
  readonly fields?: readonly string[];
  /** Compiled for the store's schema. Without a filter, every record is returned. */
  readonly filter?: Formula;
  /** Ties are in the order of the key, and so are all records without a sort. Blanks come last in both directions. */
  readonly sort?: readonly SortKey[];
  /** How many records at most. */
  readonly limit?: number;
  /** A record with the sorted fields and the key: only what comes after it in the order. */
  readonly after?: StoreRecord;
}

/** A text of records: one JSON array, or NDJSON, a JSON object in each line. Dates are ISO texts in UTC. */
export type WrittenFormat = "json" | "ndjson";

/** A piece of such a text. */
export interface WrittenRecords {
  /** How many records end in it. */
  readonly count: number;
  /** UTF-8. The caller may keep it. */
  readonly bytes: Uint8Array;
}

/**
 * Where a service's records are. Every store gives the same records in the same order for the same query.
 *
 * A signal that aborts ends a call with the signal's reason, and frees what it held: cursors, connections, statements.
 * Whatever else goes wrong is a {@link StoreError}.
 */
export interface Store {
  /** The kind of place that keeps the records: `memory`, `sqlite`, `duckdb`, `postgres`, `mariadb` or `clickhouse`. */
  readonly kind: string;
  /** With a key field: without one there is no total order. */
  readonly schema: Schema;
  /** A text that changes whenever the records may have changed; `undefined` if the store cannot tell. */
  readonly version: string | undefined;
  /** Columns of the table, or of a file, that no field stands for, if the fields are all those of the table that can be. */
  readonly refused?: readonly RefusedColumn[];
  /** What of the table's values is not the same in formulas. */
  readonly warnings?: readonly string[];
  /**
   * The records in batches, none of them empty. The next batch is asked for when the last one was taken: a slow reader
   * holds the store back. Leaving the loop early frees what the iteration held.
   */
  read(query: StoreQuery, signal: AbortSignal): AsyncIterable<readonly StoreRecord[]>;
  /**
   * The same records as text, from stores that can write it without making records: the bytes of `JSON.stringify`. The
   * pieces are of some 64 KB, and none of them is empty; a text without the last of them does not look whole.
   */
  write?(
    query: StoreQuery,
    format: WrittenFormat,
    signal: AbortSignal,
  ): AsyncIterable<WrittenRecords>;
  /**
   * How many records a filter returns.
   *
   * @param by whose query it is
   */
  count(filter: Formula | undefined, signal: AbortSignal, by?: StoreOwner): Promise<number>;
  /**
   * Makes a summary by itself, such as in a database. Without this method, the records are read and summarized in
   * memory.
   */
  summarize?(
    plan: SummaryPlan,
    signal: AbortSignal,
    work?: SummaryWork,
  ): Promise<readonly SummaryRecord[]>;
  /** Which part of a filter runs where. */
  explain(filter: Formula): readonly SqlPart[];
  /** Resolves if the store can answer now. */
  check(signal: AbortSignal): Promise<void>;
  /** Ends what runs, and frees everything. */
  close(): Promise<void>;
}

/**
 * Why a store did not answer: `unavailable` (it cannot be reached, or broke off; it may be back later), `timeout` (a
 * statement took too long), `too-costly` (the filter takes too much work for the longest texts of the records), `busy` (no
 * connection was free in time), `data` (a value does not fit the schema), `setup`
 * (a table that does not exist, a driver that is not installed, a mistake of the program).
 */
export type StoreErrorCode = "unavailable" | "timeout" | "too-costly" | "busy" | "data" | "setup";

/** A store that did not answer. Its message is for the operator: it may name tables and addresses, never a password. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** What kind of failure it is. */
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
