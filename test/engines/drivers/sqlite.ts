import type { Engine, EngineColumn, EngineValue } from "../engine.ts";
import { load, loadBetterSqlite } from "../install.ts";
import {
  encodeRows,
  quoteName,
  toBoolean,
  toIso,
  toJson,
  toMilliseconds,
  toNumber,
  toText,
} from "./encode.ts";

type SqliteValue = string | number | null;
type SqliteFunction = (...values: readonly SqliteValue[]) => SqliteValue;

export interface SqliteEngine extends Engine {
  readonly name: "sqlite";
  /** Defines a function of SQL, with as many arguments as `compute` declares. */
  define(name: string, compute: SqliteFunction): void;
}

/** What both builds of SQLite can do. */
interface Database {
  run(sql: string): void;
  all(sql: string, values: readonly SqliteValue[]): SqliteValue[][];
  runEach(sql: string, rows: readonly (readonly SqliteValue[])[]): void;
  define(name: string, compute: SqliteFunction): void;
  close(): void;
}

interface SqlJsDatabase {
  run(sql: string): void;
  prepare(sql: string): {
    bind(values: readonly SqliteValue[]): boolean;
    step(): boolean;
    get(): SqliteValue[];
    run(values: readonly SqliteValue[]): void;
    free(): void;
  };
  create_function(name: string, compute: SqliteFunction): unknown;
  close(): void;
}

type SqlJs = (options: {
  readonly useOldExtensionFunctions: boolean;
}) => Promise<{ readonly Database: new () => SqlJsDatabase }>;

interface BetterSqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: readonly SqliteValue[]): unknown;
    raw(): { all(...values: readonly SqliteValue[]): SqliteValue[][] };
  };
  function(name: string, options: object, compute: SqliteFunction): unknown;
  close(): void;
}

type BetterSqlite = new (path: string) => BetterSqliteDatabase;

// SQLite has neither truth values, moments nor lists: they are numbers, ISO text and JSON.
const TYPES: Readonly<Record<EngineColumn["storage"], string>> = {
  text: "TEXT",
  "exact-text": "TEXT",
  double: "REAL",
  integer: "INTEGER",
  decimal: "NUMERIC",
  boolean: "INTEGER",
  "integer-boolean": "INTEGER",
  timestamp: "TEXT",
  "epoch-milliseconds": "INTEGER",
  array: "TEXT",
  json: "TEXT",
};

function encode({ storage }: EngineColumn, value: EngineValue): SqliteValue {
  switch (storage) {
    case "text":
    case "exact-text":
    case "integer":
    case "decimal":
      // The column makes numbers of texts: they may hold digits that a JS number does not.
      return toText(value);
    case "double":
      return toNumber(value);
    case "boolean":
    case "integer-boolean":
      return toBoolean(value) ? 1 : 0;
    case "timestamp":
      return toIso(value);
    case "epoch-milliseconds":
      return toMilliseconds(value);
    case "array":
    case "json":
      return toJson(value);
  }
}

/** WebAssembly: it needs no compiler. */
async function openSqlJs(): Promise<Database> {
  const { Database } = await load<SqlJs>("sql.js")({ useOldExtensionFunctions: false });
  const database = new Database();
  return {
    run: (sql) => database.run(sql),
    all: (sql, values) => {
      const statement = database.prepare(sql);
      try {
        statement.bind(values);
        const rows: SqliteValue[][] = [];
        while (statement.step()) rows.push(statement.get());
        return rows;
      } finally {
        statement.free();
      }
    },
    runEach: (sql, rows) => {
      const statement = database.prepare(sql);
      try {
        for (const row of rows) statement.run(row);
      } finally {
        statement.free();
      }
    },
    define: (name, compute) => {
      database.create_function(name, compute);
    },
    close: () => database.close(),
  };
}

/** Native code, which is compiled for one version of Node. */
async function openBetterSqlite(): Promise<Database> {
  const BetterSqlite = loadBetterSqlite<BetterSqlite>();
  const database = new BetterSqlite(":memory:");
  return {
    run: (sql) => {
      database.exec(sql);
    },
    all: (sql, values) =>
      database
        .prepare(sql)
        .raw()
        .all(...values),
    runEach: (sql, rows) => {
      const statement = database.prepare(sql);
      for (const row of rows) statement.run(...row);
    },
    define: (name, compute) => {
      database.function(name, { deterministic: true }, compute);
    },
    close: () => database.close(),
  };
}

export interface SqliteOptions {
  /** Default: `sql.js`, which runs wherever npm does. */
  readonly driver?: "sql.js" | "better-sqlite3";
}

/**
 * SQLite in this process, in memory. sql.js binds a whole number of 32 bits as INTEGER and every other number as REAL, better-sqlite3
 * every number as REAL. The former is the harder, since `5 / 2` is then 2.
 */
export async function startSqlite({
  driver = "sql.js",
}: SqliteOptions = {}): Promise<SqliteEngine> {
  const database = driver === "sql.js" ? await openSqlJs() : await openBetterSqlite();
  return {
    name: "sqlite",
    version: String(database.all("SELECT sqlite_version()", [])[0]?.[0]),
    execute: async (sql) => database.run(sql),
    query: async (sql, parameters = []) => database.all(sql, parameters),
    createTable: async (name, columns) => {
      const table = quoteName(name, '"');
      const definitions = columns.map((column) => {
        const notNull = column.notNull === true ? " NOT NULL" : "";
        return `${quoteName(column.name, '"')} ${TYPES[column.storage]}${notNull}`;
      });
      database.run(`DROP TABLE IF EXISTS ${table}`);
      database.run(`CREATE TABLE ${table} (${definitions.join(", ")})`);
    },
    insert: async (name, columns, rows) => {
      const placeholders = columns.map(() => "?").join(", ");
      const sql = `INSERT INTO ${quoteName(name, '"')} VALUES (${placeholders})`;
      const encoded = encodeRows(columns, rows, encode);
      database.run("BEGIN");
      try {
        database.runEach(sql, encoded);
        database.run("COMMIT");
      } catch (error) {
        database.run("ROLLBACK");
        throw error;
      }
    },
    define: (name, compute) => database.define(name, compute),
    close: async () => database.close(),
  };
}
