import { loadBetterSqlite, locate, NODE_HAS_SQLITE } from "./install.ts";

/** A file of SQLite that is open beside the program under test. */
export interface SqliteFile {
  exec(sql: string): unknown;
  prepare(sql: string): { all(): readonly Record<string, unknown>[] };
  close(): void;
}

/** SQLite over files. */
export interface SqliteFiles {
  /** What the stores take as their driver. */
  readonly driver: string;
  open(path: string): SqliteFile;
  close(): Promise<void>;
}

const NODE_SQLITE = "node:sqlite";

/** The driver of SQLite's files in a process whose parent has called `startSqliteFiles`. */
export function sqliteDriver(): string {
  return NODE_HAS_SQLITE ? NODE_SQLITE : locate("better-sqlite3");
}

/** What Node comes with, or else better-sqlite3, if it is compiled. */
export async function startSqliteFiles(): Promise<SqliteFiles> {
  const Database = NODE_HAS_SQLITE ? await loadNodeSqlite() : loadBetterSqlite<Class>();
  return {
    driver: sqliteDriver(),
    open: (path) => {
      const database = new Database(path);
      database.exec("PRAGMA busy_timeout = 5000");
      return database;
    },
    close: async () => undefined,
  };
}

type Class = new (path: string) => SqliteFile;

async function loadNodeSqlite(): Promise<Class> {
  // Its types are those of a later Node than the oldest that we support.
  const { DatabaseSync } = (await import(NODE_SQLITE)) as { readonly DatabaseSync: Class };
  return DatabaseSync;
}
