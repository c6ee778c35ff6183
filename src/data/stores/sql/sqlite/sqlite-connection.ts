import { loadPackage, property } from "../../load-package.ts";
import { StoreError } from "../../store.ts";
import type { SqliteCell } from "./sqlite-messages.ts";

type SqlCallback = (...values: readonly unknown[]) => string | number | null;

/** The common interface of both packages. */
export interface SqliteConnection {
  run(sql: string): void;
  /** Runs a SELECT lazily, row by row; `return` ends it. */
  iterate(sql: string, params: readonly SqliteCell[]): Iterator<readonly SqliteCell[]>;
  /** Prepares a statement. The returned function runs it with values. */
  prepare(sql: string): (values: readonly SqliteCell[]) => void;
  define(name: string, isDeterministic: boolean, compute: SqlCallback): void;
}

interface OpenOptions {
  readonly path: string;
  readonly mode: "read" | "write";
  readonly lockMs: number;
}

type OpenSqlite = (options: OpenOptions) => SqliteConnection;

/** The parts of `better-sqlite3` that we use. */
interface BetterSqlite {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: readonly SqliteCell[]): unknown;
    raw(): { iterate(...values: readonly SqliteCell[]): Iterator<readonly SqliteCell[]> };
  };
  function(name: string, options: object, compute: SqlCallback): unknown;
}

/** The parts of `node:sqlite` that we use. */
interface NodeSqlite {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: readonly SqliteCell[]): unknown;
    iterate(
      ...values: readonly SqliteCell[]
    ): Iterator<Readonly<Record<string, SqliteCell>> | readonly SqliteCell[]>;
    /** Since Node 22.16. */
    setReturnArrays?(enabled: boolean): void;
  };
  function(name: string, options: object, compute: SqlCallback): void;
}

const NODE_SQLITE = "node:sqlite";

/**
 * Opens a connection with the named package. By default, it uses `better-sqlite3` if installed, or else the SQLite
 * built into Node.
 *
 * @throws {@link StoreError} if there is none; SQLite's own errors
 */
export async function openConnection(
  options: OpenOptions,
  driver: string | undefined,
): Promise<SqliteConnection> {
  if (driver === NODE_SQLITE) return (await loadNodeSqlite())(options);
  if (driver !== undefined) return (await loadBetterSqlite(driver))(options);
  let open: OpenSqlite;
  try {
    open = await loadBetterSqlite("better-sqlite3");
  } catch (error) {
    open = await loadNodeSqlite().catch(() => {
      throw error;
    });
  }
  return open(options);
}

async function loadBetterSqlite(name: string): Promise<OpenSqlite> {
  const loaded = await loadPackage(name);
  const Database = property(loaded, "default") ?? loaded;
  if (!isClass(Database)) throw new StoreError("setup", `${name} is not better-sqlite3`);
  try {
    // Loads the native addon, which is built for one version of Node.
    new Database(":memory:");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError("setup", `better-sqlite3 cannot be loaded: ${reason}`, cause);
  }
  return ({ path, mode, lockMs }) => {
    // A cast: the interface cannot be checked before there is a connection.
    const database = new Database(path, {
      readonly: mode === "read",
      fileMustExist: mode === "read",
      timeout: lockMs,
    }) as BetterSqlite;
    return {
      run: (sql) => {
        database.exec(sql);
      },
      iterate: (sql, params) =>
        database
          .prepare(sql)
          .raw()
          .iterate(...params),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return (values) => {
          statement.run(...values);
        };
      },
      define: (name, deterministic, compute) => {
        database.function(name, { deterministic, varargs: true }, compute);
      },
    };
  };
}

async function loadNodeSqlite(): Promise<OpenSqlite> {
  const node: unknown = await import(NODE_SQLITE);
  const DatabaseSync = property(node, "DatabaseSync");
  if (!isClass(DatabaseSync)) throw new StoreError("setup", "this Node has no node:sqlite");
  return ({ path, mode, lockMs }) => {
    const database = new DatabaseSync(path, { readOnly: mode === "read" }) as NodeSqlite;
    database.exec(`PRAGMA busy_timeout = ${lockMs}`);
    return {
      run: (sql) => database.exec(sql),
      iterate: (sql, params) => {
        const statement = database.prepare(sql);
        statement.setReturnArrays?.(true);
        const rows = statement.iterate(...params);
        return {
          next: () => {
            const { done = false, value } = rows.next();
            if (done) return { done: true, value: undefined };
            return { done: false, value: Array.isArray(value) ? value : Object.values(value) };
          },
          return: () => {
            rows.return?.();
            return { done: true, value: undefined };
          },
        };
      },
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return (values) => {
          statement.run(...values);
        };
      },
      define: (name, deterministic, compute) => {
        database.function(name, { deterministic, varargs: true }, compute);
      },
    };
  };
}

type Constructor = new (...parameters: readonly unknown[]) => object;

function isClass(value: unknown): value is Constructor {
  return typeof value === "function";
}
