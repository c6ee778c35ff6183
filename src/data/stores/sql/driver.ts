import type { RefusedColumn } from "../../../backends/sql/describe/describe-columns.ts";
import type { Dialect } from "../../../backends/sql/sql-filter.ts";
import type { SqlValue } from "../../../backends/sql/sql-fragment.ts";
import type { ColumnMapping } from "../../../backends/sql/table-mapping.ts";
import type { Schema, StoredDeclaration } from "../../../language/schema/index.ts";
import type { Owner } from "../fair-queue.ts";
import { StoreError, type StoreRecord } from "../store.ts";

/** A statement with its parameters, as `toQuery` makes them. */
export interface Statement {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

/** The cells of a row in the order of the SELECT. */
export type Row = readonly unknown[];

/** A table's name, or the names that lead to it, such as schema and table. */
export type TableName = string | readonly string[];

/**
 * The part of a database that stores need. It keeps its connections by itself: it connects when it is first asked, and
 * again after the database was away. Errors are a {@link StoreError}; a signal's abort is the signal's reason.
 */
export interface SqlDriver {
  readonly dialect: Dialect;
  /** The dialect for tables whose rows are on several servers, if the database has such tables. */
  readonly distributed?: Dialect | undefined;
  /**
   * The rows of a SELECT in batches, from a cursor: the next batch is fetched when the last one was taken. Leaving the
   * loop early, and the signal, end the statement in the database too.
   *
   * @param owner whose statement it is: owners share the connections
   */
  stream(statement: Statement, signal: AbortSignal, owner?: Owner): AsyncIterable<readonly Row[]>;
  /** Describes a table, from the database's own catalogue. */
  describe(table: TableName, signal: AbortSignal): Promise<TableDescription>;
  /** Begins to fill a new table; see {@link TableWriter}. */
  createTable(table: TableName, options: NewTable, signal: AbortSignal): Promise<TableWriter>;
  /**
   * Resolves if the database answers a statement, such as one on a store's table; any statement will do if none is
   * given.
   */
  check(signal: AbortSignal, statement?: Statement): Promise<void>;
  /** Ends what runs, and closes all connections. */
  close(): Promise<void>;
}

/** A database refuses a sub-select over a table whose rows are on several servers. */
export class SubselectError extends StoreError {}

/** A table as fields: those of its columns that fields can stand for. */
export interface TableDescription {
  /** Without a key if the table has no primary key of one column that is a text or a number. */
  readonly fields: Readonly<Record<string, StoredDeclaration>>;
  readonly columns: Readonly<Record<string, ColumnMapping>>;
  /** Columns that no field can stand for, and why. */
  readonly refused: readonly RefusedColumn[];
  /** What of the table's values is not the same in formulas. */
  readonly warnings: readonly string[];
  /** Whether the rows are known to be on several servers. */
  readonly isDistributed?: boolean;
}

export interface NewTable {
  readonly schema: Schema;
  /** Fields that get an index each, beside the key. */
  readonly indexes: readonly string[];
  /** Whether a table of that name is replaced, at once, when the new one is whole. An error otherwise. */
  readonly replace: boolean;
}

/**
 * Fills a new table. Until `finish` nobody sees it, and an old table of its name stays as it was. An import that ends
 * before leaves nothing behind, or at most a table that the next import of the same name drops.
 */
export interface TableWriter {
  write(records: readonly StoreRecord[]): Promise<void>;
  /** Makes the indexes, and the table appear under its name. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** How a driver is opened. */
export interface DriverOptions {
  /**
   * The database's package, as `import("pg")` gives it. Unless given it is loaded by its name: from where the program
   * runs, and then from where `isoform` is installed.
   */
  readonly driver?: unknown;
  /** How long a statement may take in the database, in milliseconds; 30,000 unless given. */
  readonly timeoutMs?: number;
  /** The most connections, or threads, at once; 10 unless given. */
  readonly connections?: number;
  /** How long a call waits for a free connection, in milliseconds, before it fails as `busy`; 5,000 unless given. */
  readonly acquireTimeoutMs?: number;
  /** Rows in a batch; 1,000 unless given. */
  readonly batchRows?: number;
}
