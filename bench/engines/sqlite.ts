import { load } from "../../test/engines/install.ts";
import { byHand } from "../sql-by-hand.ts";
import { carColumns, type Kind, ROW } from "./car-columns.ts";
import type { Variant } from "./engine.ts";

type Value = string | number | null;

interface Statement {
  run(...values: readonly Value[]): unknown;
  /** Returns only the first column. */
  pluck(): {
    all(...values: readonly Value[]): number[];
    get(...values: readonly Value[]): number;
  };
}

interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

const TYPES: Readonly<Record<Kind, string>> = {
  text: "TEXT NOT NULL",
  "repeated text": "TEXT NOT NULL",
  "whole number": "INTEGER NOT NULL",
  number: "REAL NOT NULL",
  "number or blank": "REAL",
};

/** better-sqlite3, in memory, without an index; the row number is the rowid. */
export const sqlite: Variant = {
  name: "SQLite",
  async start(cars) {
    const database = open();
    const definitions = carColumns.map(([name, kind]) => `"${name}" ${TYPES[kind]}`);
    database.exec(`CREATE TABLE cars ("${ROW}" INTEGER PRIMARY KEY, ${definitions.join(", ")})`);
    const marks = carColumns.map(() => ", ?").join("");
    const insert = database.prepare(`INSERT INTO cars VALUES (?${marks})`);
    database.exec("BEGIN");
    for (const [row, car] of cars.entries()) {
      insert.run(row, ...carColumns.map(([name]) => car[name]));
    }
    database.exec("COMMIT");
    database.exec("ANALYZE");

    return {
      version: String(database.prepare("SELECT sqlite_version()").pluck().get()),
      prepare({ id }) {
        const { where, params } = byHand("sqlite", id);
        const rows = database.prepare(`SELECT "${ROW}" FROM cars WHERE ${where}`).pluck();
        const count = database.prepare(`SELECT count(*) FROM cars WHERE ${where}`).pluck();
        return { rows: () => rows.all(...params), count: () => count.get(...params) };
      },
      close: async () => database.close(),
    };
  },
};

function open(): Database {
  try {
    const BetterSqlite = load<new (path: string) => Database>("better-sqlite3");
    return new BetterSqlite(":memory:");
  } catch (cause) {
    const advice = "`npm rebuild better-sqlite3` in test/engines/all compiles it";
    throw new Error(`it is not compiled for Node ${process.version}: ${advice}`, { cause });
  }
}
