import type { RefusedColumn } from "../../../backends/sql/describe/describe-columns.ts";
import type { DescribeOptions } from "../../../backends/sql/describe/describe-options.ts";
import type { Dialect } from "../../../backends/sql/dialect.ts";
import type { SqlValue } from "../../../backends/sql/sql-fragment.ts";
import type { ColumnMapping } from "../../../backends/sql/table-mapping.ts";
import type { Schema, StoredDeclaration } from "../../../language/schema/index.ts";
import { type StoreCall, StoreError, type StoreRecord } from "../store.ts";

/** A statement with its parameters, as built by `toQuery`. */
export interface Statement {
  readonly text: string;
  readonly params: readonly SqlValue[];
  /** The most rows that it can return, if known: a statement with few rows needs no cursor. */
  readonly mostRows?: number | undefined;
}

/** The owner of a statement: owners share the connections. The meter counts the time in which its rows are awaited. */
export type StatementCall = Pick<StoreCall, "owner" | "meter">;

/** The cells of a row, in the order of the SELECT. */
export type Row = readonly unknown[];

/** A table's name, optionally qualified, such as by its schema. */
export type TableName = string | readonly string[];

/**
 * The database functions that stores need. A driver manages its connections: it connects on first use, and reconnects
 * after an outage. It rejects with a {@link StoreError}, or with the signal's reason on an abort.
 */
export interface SqlDriver {
  readonly dialect: Dialect;
  /** The dialect for tables distributed over several servers, if the database supports them. */
  readonly distributed?: Dialect | undefined;
  /** The time limit of a statement and the work on its rows together, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * The rows of a SELECT in batches, from a cursor: the next batch is fetched after the last one was consumed. Leaving
   * the loop early, and the signal, also cancel the statement in the database.
   */
  stream(
    statement: Statement,
    signal: AbortSignal,
    call?: StatementCall,
  ): AsyncIterable<readonly Row[]>;
  /** Describes a table, using the database's catalogue. */
  describe(
    table: TableName,
    signal: AbortSignal,
    options?: DescribeOptions,
  ): Promise<TableDescription>;
  /** Begins to fill a new table; see {@link TableWriter}. */
  createTable(table: TableName, options: NewTable, signal: AbortSignal): Promise<TableWriter>;
  /** Resolves if the database can run a statement: the given one, such as a query of a store's table, or any. */
  check(signal: AbortSignal, statement?: Statement): Promise<void>;
  /** Cancels running statements, and closes all connections. */
  close(): Promise<void>;
}

/** A database rejects a subquery over a distributed table. */
export class SubselectError extends StoreError {}

/** A table's columns as fields, as far as fields can represent them. */
export interface TableDescription {
  /** Without a key, unless the table's primary key is a single column of text or numbers. */
  readonly fields: Readonly<Record<string, StoredDeclaration>>;
  readonly columns: Readonly<Record<string, ColumnMapping>>;
  /** Columns that no field can represent, each with the reason. */
  readonly refused: readonly RefusedColumn[];
  /** Differences between the table's values and their meaning in formulas. */
  readonly warnings: readonly string[];
  /** Whether the table is known to be distributed over several servers. */
  readonly isDistributed?: boolean;
}

export interface NewTable {
  readonly schema: Schema;
  /** Fields to index, in addition to the key. */
  readonly indexes: readonly string[];
  /** Whether to replace an existing table atomically once the new one is complete; otherwise it is an error. */
  readonly replace: boolean;
}

/**
 * Fills a new table. The table is invisible until `finish`, and an old table of its name stays unchanged. An abandoned
 * import leaves nothing behind, or at most a table that the next import of the same name drops.
 */
export interface TableWriter {
  write(records: readonly StoreRecord[]): Promise<void>;
  /** Creates the indexes, and publishes the table under its name. */
  finish(): Promise<void>;
  /** Drops what was written. */
  abandon(): Promise<void>;
}

/** Options for opening a driver. */
export interface DriverOptions {
  /**
   * The database's package, as `import("pg")` returns it. By default, it is imported by name: first from the working
   * directory, then from where `isoform` is installed.
   */
  readonly driver?: unknown;
  /** The time limit of a query, its statements and the work on their rows together, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** The most concurrent connections, or threads. Default: 10. */
  readonly connections?: number;
  /** How long a call waits for a free connection, in milliseconds, before it fails with `busy`. Default: 5,000. */
  readonly acquireTimeoutMs?: number;
  /** Rows in a batch. Default: 1,000. */
  readonly batchRows?: number;
}
