import { startClickHouse } from "./drivers/clickhouse.ts";
import { startDuckDb } from "./drivers/duckdb.ts";
import {
  type MariaDbEngine,
  type MariaDbServer,
  openMariaDb,
  startMariaDb,
} from "./drivers/mariadb.ts";
import {
  openPostgres,
  type PostgresEngine,
  type PostgresServer,
  startPostgres,
} from "./drivers/postgres.ts";
import { type SqliteEngine, startSqlite } from "./drivers/sqlite.ts";

export const ENGINE_NAMES = ["sqlite", "duckdb", "postgres", "mariadb", "clickhouse"] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** What a placeholder stands for: `?` on SQLite and MariaDB, `$1` on DuckDB and PostgreSQL, `{p1:Type}` on ClickHouse. */
export type SqlParameter = string | number;

/** How a column of a test table is stored. Where an engine lacks a type, the nearest that it has: see each driver. */
export type Storage =
  | "text"
  /** With a collation by code points, on engines where columns have another. */
  | "exact-text"
  | "double"
  | "integer"
  | "decimal"
  | "boolean"
  | "integer-boolean"
  | "timestamp"
  | "epoch-milliseconds"
  | "array"
  | "json";

export interface EngineColumn {
  readonly name: string;
  readonly storage: Storage;
  readonly notNull?: boolean;
  /** The most characters that a text may have: MariaDB indexes no text without (`191` always fits an index). */
  readonly length?: number;
}

/**
 * A value as a row has it. Moments are a `Date`, its milliseconds, or ISO text; a whole number or a decimal that a
 * float64 does not hold is a text; JSON is a text, or a list of texts.
 */
export type EngineValue = string | number | boolean | Date | readonly string[] | null;

interface TableOptions {
  /** On ClickHouse: the columns that a MergeTree is ordered by; without, the table is in memory. */
  readonly orderBy?: readonly string[];
}

export interface Engine {
  readonly name: EngineName;
  readonly version: string;
  /** Runs one statement without parameters: a definition, an index, a setting. */
  execute(sql: string): Promise<void>;
  /**
   * All rows, each as a list. Every number is a JS number: float64 exactly, and whole numbers and decimals as near as
   * that comes. Text is a string, NULL is `null`, a list is an array of strings (on SQLite and MariaDB JSON), a moment is
   * a `Date` (on SQLite ISO text). A truth value is a boolean, but 0 and 1 on SQLite and MariaDB, and on ClickHouse where a
   * comparison made it.
   */
  query(
    sql: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly (readonly unknown[])[]>;
  /** Creates a table, in place of one of that name. */
  createTable(
    name: string,
    columns: readonly EngineColumn[],
    options?: TableOptions,
  ): Promise<void>;
  /**
   * Adds rows exactly: every finite float64 (SQLite and MariaDB have no -0, and store 0), every well-formed text without
   * U+0000, every moment to the millisecond.
   */
  insert(
    name: string,
    columns: readonly EngineColumn[],
    rows: readonly (readonly EngineValue[])[],
  ): Promise<void>;
  close(): Promise<void>;
}

export type Started<T> =
  | { readonly ok: true; readonly engine: T }
  | { readonly ok: false; readonly reason: string };

interface Engines {
  readonly sqlite: SqliteEngine;
  readonly duckdb: Engine;
  readonly postgres: PostgresEngine;
  readonly mariadb: MariaDbEngine;
  readonly clickhouse: Engine;
}

interface Servers extends Engines {
  readonly postgres: PostgresServer;
  readonly mariadb: MariaDbServer;
}

const OPEN: { readonly [Name in EngineName]: () => Promise<Engines[Name]> } = {
  sqlite: startSqlite,
  duckdb: startDuckDb,
  postgres: openPostgres,
  mariadb: openMariaDb,
  clickhouse: startClickHouse,
};

const START: { readonly [Name in EngineName]: () => Promise<Servers[Name]> } = {
  ...OPEN,
  postgres: startPostgres,
  mariadb: startMariaDb,
};

/** Opens an empty database for the caller, who closes it. All tests of a process share the servers of PostgreSQL and MariaDB. */
export function openEngine<Name extends EngineName>(name: Name): Promise<Started<Engines[Name]>> {
  return start(name, OPEN[name]);
}

/** The same on a server of its own, for callers who crash it or ask for its connections. */
export function startEngine<Name extends EngineName>(name: Name): Promise<Started<Servers[Name]>> {
  return start(name, START[name]);
}

/** The same for what a driver starts otherwise: with options, or several servers. */
export async function start<T>(name: string, begin: () => Promise<T>): Promise<Started<T>> {
  try {
    return { ok: true, engine: await begin() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `${name} does not start: ${reason}` };
  }
}
