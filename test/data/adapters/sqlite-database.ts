import { startSqlite } from "../../engines/drivers/sqlite.ts";
import { load, loadBetterSqlite } from "../../engines/install.ts";
import { loadCars } from "./library.ts";

type Cell = string | number | null;

/** What is used of better-sqlite3, and what Kysely asks of a database. */
export interface SqliteDatabase {
  prepare(sql: string): {
    readonly reader: boolean;
    all(...values: readonly (readonly Cell[] | Cell)[]): Record<string, Cell>[];
    run(...values: readonly (readonly Cell[] | Cell)[]): unknown;
  };
  close(): void;
}

interface SqlJs {
  readonly Database: new () => {
    prepare(sql: string): {
      bind(values: readonly Cell[]): boolean;
      step(): boolean;
      getAsObject(): Record<string, Cell>;
      free(): void;
    };
    close(): void;
  };
}

/** The database of the tests in better-sqlite3, which has to be compiled. */
export async function openBetterSqlite(path = ":memory:"): Promise<SqliteDatabase> {
  const Database = loadBetterSqlite<new (path: string) => SqliteDatabase>();
  return withCars(new Database(path));
}

/** The same in sql.js, as Kysely wants a database to be. */
export async function openSqlJs(): Promise<SqliteDatabase> {
  const { Database } = await load<(options: object) => Promise<SqlJs>>("sql.js")({
    useOldExtensionFunctions: false,
  });
  const database = new Database();
  const all = (sql: string, values: readonly Cell[]): Record<string, Cell>[] => {
    const statement = database.prepare(sql);
    try {
      statement.bind(values);
      const rows: Record<string, Cell>[] = [];
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.free();
    }
  };
  return withCars({
    prepare: (sql) => ({
      reader: true,
      all: (...values) => all(sql, values.flat()),
      run: (...values) => all(sql, values.flat()),
    }),
    close: () => database.close(),
  });
}

async function withCars(database: SqliteDatabase): Promise<SqliteDatabase> {
  const engine = await startSqlite();
  await loadCars(engine);
  const [[name, definition] = []] = await engine.query("SELECT name, sql FROM sqlite_master");
  const table = `"${String(name).replaceAll('"', '""')}"`;
  database.prepare(String(definition)).run();
  for (const row of await engine.query(`SELECT * FROM ${table}`)) {
    const placeholders = row.map(() => "?").join(", ");
    database
      .prepare(`INSERT INTO ${table} VALUES (${placeholders})`)
      .run(...(row as readonly Cell[]));
  }
  await engine.close();
  return database;
}
