import type { RefusedColumn } from "../../backends/sql/describe/describe-columns.ts";
import type { SqlRecord } from "../../backends/sql/rows/record-reader.ts";
import type { SqlPart } from "../../backends/sql/sql-part.ts";
import type { Formula } from "../../engine/index.ts";
import type { Schema, SortKey } from "../../language/schema/index.ts";
import type { SummaryPlan, SummaryRecord, SummaryWork, WorkOptions } from "../summary/index.ts";

/** A record of a store: the requested fields in order; dates as `Date`, blanks as `null`. */
export type StoreRecord = SqlRecord;

/** The owner of a call of a store, and the signal that ends it. */
export type StoreCall = WorkOptions<AbortSignal>;

/** The records to return, and their order. */
export interface StoreQuery {
  /** The fields to return, in this order. Default: all of the schema, in its order. */
  readonly fields?: readonly string[];
  /** A filter compiled for the store's schema. Default: every record. */
  readonly filter?: Formula;
  /** The order. Ties, and records without a sort, are in the order of the key. Blanks come last in both directions. */
  readonly sort?: readonly SortKey[];
  /** The most records to return. */
  readonly limit?: number;
  /** The position to continue after: a record with the sorted fields and the key. */
  readonly after?: StoreRecord;
}

/** The JSON format of records: one array, or NDJSON with one object in each line. Dates are ISO strings in UTC. */
export type WrittenFormat = "json" | "ndjson";

/** A chunk of serialized records. */
export interface WrittenRecords {
  /** The number of records that end in the chunk. */
  readonly count: number;
  /** UTF-8 bytes, which the caller may retain. */
  readonly bytes: Uint8Array;
}

/**
 * The source of a service's records. Every store returns the same records in the same order for the same query.
 *
 * An aborted signal ends a call with the signal's reason, and frees its resources: cursors, connections, statements.
 * Every other failure is a {@link StoreError}.
 */
export interface Store {
  /** The kind of store: `memory`, `sqlite`, `duckdb`, `postgres`, `mariadb` or `clickhouse`. */
  readonly kind: string;
  /** Has a key field: without one there is no total order. */
  readonly schema: Schema;
  /** A string that changes whenever the records may have changed; `undefined` if the store cannot tell. */
  readonly version: string | undefined;
  /** @internal The time limit of a query in milliseconds, in which compiling its formulas counts. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Columns of the table or file that no field can represent. Absent if the fields were given and not derived from the
   * columns.
   */
  readonly refused?: readonly RefusedColumn[];
  /** Differences between the table's values and their meaning in formulas. */
  readonly warnings?: readonly string[];
  /**
   * The records in non-empty batches. The next batch is requested after the last one was consumed, so a slow reader
   * slows the store down. Leaving the loop early frees the resources of the iteration.
   */
  read(query: StoreQuery, call?: StoreCall): AsyncIterable<readonly StoreRecord[]>;
  /**
   * The same records as `JSON.stringify` would write them, for stores that can do it without creating records. Chunks
   * have some 64 KB and are never empty. Output without the last chunk is recognizably incomplete.
   */
  write?(query: StoreQuery, format: WrittenFormat, call?: StoreCall): AsyncIterable<WrittenRecords>;
  /** The number of records that match a filter. */
  count(filter: Formula | undefined, call?: StoreCall): Promise<number>;
  /**
   * Computes a summary in the store, such as in a database. Without this method, records are read and summarized in
   * memory.
   */
  summarize?(plan: SummaryPlan, work?: SummaryWork<AbortSignal>): Promise<readonly SummaryRecord[]>;
  /** Explains which part of a filter runs where. */
  explain(filter: Formula): readonly SqlPart[];
  /** Resolves if the store can serve queries now. */
  check(call?: StoreCall): Promise<void>;
  /** Ends running calls, and frees all resources. */
  close(): Promise<void>;
}

/**
 * The kind of a store's failure: `unavailable` (not reachable, or disconnected; may recover), `timeout` (a statement
 * took too long), `too-costly` (the filter needs too much work for the longest texts of the records), `busy` (no
 * connection was free in time), `data` (a value does not fit the schema), `position` (records could be missing from a page
 * that starts after this record, since a number of it is rounded), `setup` (a missing table or driver, or a mistake of the
 * program).
 */
export type StoreErrorCode =
  | "unavailable"
  | "timeout"
  | "too-costly"
  | "busy"
  | "data"
  | "position"
  | "setup";

/** A failure of a store. Its message is for the operator: it may contain tables and addresses, but never a password. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** The kind of failure. */
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
