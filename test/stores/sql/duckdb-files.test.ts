import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defineSchema } from "../../../src/schema/index.ts";
import { openDriver } from "../../../src/stores/open.ts";
import type { DriverOptions, Row, SqlDriver } from "../../../src/stores/sql/driver.ts";
import { openDuckDb } from "../../../src/stores/sql/duckdb.ts";
import { SqlStore } from "../../../src/stores/sql/sql-store.ts";
import { StoreError, type StoreRecord } from "../../../src/stores/store.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { start } from "../../engines/engine.ts";
import { load, locate } from "../../engines/install.ts";

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

/** A folder for files, and DuckDB beside the driver: never at the same time in one program. */
interface Files {
  path(name: string): string;
  make(name: string, sql: string): Promise<void>;
  open(name: string, options?: DriverOptions): Promise<SqlDriver>;
  close(): Promise<void>;
}

async function startFiles(): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-duckdb-"));
  const driver = load<DuckDb>("@duckdb/node-api");
  const path = (name: string): string => join(folder, name);
  return {
    path,
    make: async (name, sql) => {
      const instance = await driver.DuckDBInstance.create(path(name));
      const connection = await instance.connect();
      await connection.run(sql);
      connection.closeSync();
      instance.closeSync();
    },
    open: (name, options) => openDuckDb(`duckdb:${path(name)}`, { driver, ...options }),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

const never = new AbortController().signal;

const CARS = defineSchema({ vin: { type: "text", key: true }, price: "number" });

const NEW = { schema: CARS, indexes: ["price"], replace: true };

describeEngine(
  "DuckDB's files",
  () => start("DuckDB", startFiles),
  (files) => {
    const using = async (
      opening: Promise<SqlDriver>,
      run: (driver: SqlDriver) => Promise<void>,
    ): Promise<void> => {
      const driver = await opening;
      try {
        await run(driver);
      } finally {
        await driver.close();
      }
    };

    const rowsOf = async (driver: SqlDriver, text: string): Promise<readonly Row[]> => {
      const all: Row[] = [];
      for await (const rows of driver.stream({ text, params: [] }, never)) all.push(...rows);
      return all;
    };

    const problem = async (answer: Promise<unknown>): Promise<string> => {
      const error = await answer.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (!(error instanceof StoreError)) throw new Error(`no store error, but ${error}`);
      return `${error.code}: ${error.message}`;
    };

    it("are named by sources", async () => {
      await files().make("named.duckdb", "CREATE TABLE cars (vin VARCHAR)");
      const driver = load<object>("@duckdb/node-api");
      const path = files().path("named.duckdb");
      for (const source of [`duckdb:${path}`, `duckdb://${path}`, "duckdb::memory:"]) {
        const opened = await openDriver(source, { driver });
        if (opened === undefined) throw new Error(`${source} names no database`);
        await using(Promise.resolve(opened), (open) => open.check(never));
      }
      expect(await problem(openDuckDb("duckdb:"))).toMatch(/^setup: /);
      expect(await problem(openDuckDb("duckdb:a", { driver: {} }))).toMatch(/^setup: .*node-api/);
    });

    it("may be missing, or something else", async () => {
      writeFileSync(files().path("text.duckdb"), "vin,price\n".repeat(10_000));
      const expected = [
        ["missing.duckdb", /^setup: .*missing\.duckdb/],
        ["text.duckdb", /^setup: .*not a valid DuckDB database/],
        [".", /^setup: /],
      ] as const;
      for (const [name, message] of expected) {
        await using(files().open(name), async (driver) => {
          expect(await problem(driver.check(never))).toMatch(message);
        });
      }
      await using(files().open("no-folder/new.duckdb"), async (driver) => {
        expect(await problem(driver.createTable("cars", NEW, never))).toMatch(/^setup: /);
      });
    });

    it("are made where a table is", async () => {
      for (const name of ["new.duckdb", "second.duckdb"]) {
        await using(files().open(name), async (driver) => {
          const writer = await driver.createTable("cars", NEW, never);
          await writer.write([{ vin: "a", price: 1 }]);
          await writer.finish();
          expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["a", 1]]);
        });
      }
    });

    it("may be locked by another program, which may read them too", async () => {
      await files().make("locked.duckdb", "CREATE TABLE cars (vin VARCHAR)");
      const path = files().path("locked.duckdb");
      for (const mode of ["READ_WRITE", "READ_ONLY"]) {
        const program = `
        const { DuckDBInstance } = require(${JSON.stringify(locate("@duckdb/node-api"))});
        DuckDBInstance.create(${JSON.stringify(path)}, { access_mode: "${mode}" }).then((instance) => {
          console.log("open");
          // Held, or the garbage collector closes it.
          setInterval(() => instance, 1_000);
        });`;
        const other = spawn(process.execPath, ["-e", program], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        const exit = once(other, "exit");
        await once(other.stdout, "data");
        await using(files().open("locked.duckdb"), async (driver) => {
          if (mode === "READ_ONLY") {
            expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([]);
          } else {
            expect(await problem(driver.check(never))).toMatch(
              /^busy: .*locked by another program/,
            );
          }
          expect(await problem(driver.createTable("new", NEW, never))).toMatch(/^busy: .*locked/);
          other.kill();
          await exit;
          expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([]);
        });
      }
    });

    it("may be replaced while they are open", async () => {
      await files().make("old.duckdb", "CREATE TABLE cars AS SELECT 'old' AS vin");
      await files().make("new2.duckdb", "CREATE TABLE cars AS SELECT 'new' AS vin");
      await using(files().open("old.duckdb"), async (driver) => {
        expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["old"]]);
        renameSync(files().path("new2.duckdb"), files().path("old.duckdb"));
        expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["new"]]);
      });
    });

    it("are opened once, for all stores of a program", async () => {
      await files().make(
        "shared.duckdb",
        "CREATE TABLE numbers AS SELECT range AS n FROM range(100000)",
      );
      const first = await files().open("shared.duckdb", { acquireTimeoutMs: 200 });
      const second = await files().open("shared.duckdb");
      const numbers = { text: "SELECT n FROM numbers", params: [] };
      for await (const rows of second.stream(numbers, never)) {
        expect(rows.length).toBeGreaterThan(0);
        // To write, it has to be opened anew, which would end what is being read.
        expect(await problem(first.createTable("cars", NEW, never))).toMatch(/^busy: .*being read/);
        break;
      }
      const writer = await first.createTable("cars", NEW, never);
      await writer.write([{ vin: "a", price: 1 }]);
      expect(await rowsOf(second, "SELECT count(*) FROM numbers")).toEqual([[100_000n]]);
      await writer.finish();
      await first.close();
      expect(await rowsOf(second, "SELECT vin FROM cars")).toEqual([["a"]]);
      await second.close();
    });

    it("have columns that are described by their types, and are read as they are", async () => {
      await files().make(
        "described.duckdb",
        `CREATE TYPE color AS ENUM ('red', 'blue');
      CREATE TABLE t (
        id BIGINT PRIMARY KEY, name VARCHAR NOT NULL, price DECIMAL(18, 3), huge HUGEINT, small UTINYINT, ratio FLOAT,
        sold BOOLEAN, made TIMESTAMP, sec TIMESTAMP_S, zoned TIMESTAMPTZ, day DATE, tags VARCHAR[], json JSON,
        object JSON, nano TIMESTAMP_NS, "time" TIME, raw BLOB, color color, folded VARCHAR COLLATE NOCASE,
        id2 UUID, pair STRUCT(a INTEGER), numbers INTEGER[]
      );
      INSERT INTO t (id, name, price, huge, small, ratio, sold, made, sec, zoned, day, tags, json, object) VALUES
        (1, 'a', 1.125, 85070591730234615865843651857942052864, 255, 0.5, true, '2024-02-29 23:59:59.999999', '1969-12-31 23:59:59',
        '2024-02-29 23:59:59.999+02', '2024-02-29', ['a', 'b'], '["x","y"]', '{"a":1}');
      CREATE VIEW v AS SELECT id, name || '!' AS loud FROM t;
      CREATE SCHEMA other; CREATE TABLE other.t (vin VARCHAR PRIMARY KEY CHECK ("vin" <> ''))`,
      );
      await using(files().open("described.duckdb"), async (driver) => {
        const { fields, columns, refused } = await driver.describe("t", never);
        expect(fields).toEqual({
          id: { type: "text", key: true },
          name: "text",
          price: "number",
          huge: "number",
          small: "number",
          ratio: "number",
          sold: "boolean",
          made: "date",
          sec: "date",
          zoned: "date",
          day: "date",
          tags: "list",
          json: "list",
          object: "text",
          nano: "date",
          time: "text",
          raw: "text",
          color: "text",
          folded: "text",
          id2: "text",
          numbers: "list",
        });
        expect(columns.id).toEqual({ storage: "BIGINT", notNull: true });
        expect(columns.price).toEqual({ storage: "DECIMAL(18,3)" });
        expect(refused.map(({ column }) => column)).toEqual(["pair"]);
        const store = SqlStore.of(driver, { schema: defineSchema(fields), table: "t", columns });
        const records: StoreRecord[] = [];
        for await (const batch of store.read({}, never)) records.push(...batch);
        expect(records).toEqual([
          {
            id: "1",
            name: "a",
            price: 1.125,
            huge: 2 ** 126,
            small: 255,
            ratio: 0.5,
            sold: true,
            made: new Date("2024-02-29T23:59:59.999Z"),
            sec: new Date("1969-12-31T23:59:59.000Z"),
            zoned: new Date("2024-02-29T21:59:59.999Z"),
            day: new Date("2024-02-29T00:00:00.000Z"),
            tags: ["a", "b"],
            json: ["x", "y"],
            object: '{"a":1}',
            nano: null,
            time: null,
            raw: null,
            color: null,
            folded: null,
            id2: null,
            numbers: null,
          },
        ]);
        expect((await driver.describe("v", never)).fields).toEqual({ id: "number", loud: "text" });
        const other = await driver.describe(["other", "T"], never);
        expect(other.columns).toEqual({
          vin: { storage: "VARCHAR", notNull: true, notBlank: true },
        });
        expect(await problem(driver.describe(["nowhere", "t"], never))).toMatch(/^setup: /);
      });
    });

    it("take tables of other schemas, and leave views alone", async () => {
      await files().make(
        "schemas.duckdb",
        "CREATE SCHEMA other; CREATE VIEW seen AS SELECT 1 AS a; CREATE TABLE cars AS SELECT 1 AS a",
      );
      await using(files().open("schemas.duckdb"), async (driver) => {
        const writer = await driver.createTable(["other", "cars"], NEW, never);
        await writer.write([{ vin: "a", price: 1 }]);
        await writer.finish();
        const store = SqlStore.of(driver, { schema: CARS, table: ["other", "cars"] });
        expect(await store.count(undefined, never)).toBe(1);
        expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([[1]]);
        expect(await problem(driver.createTable("seen", NEW, never))).toMatch(
          /^setup: .*as a view/,
        );
        expect(await rowsOf(driver, "SELECT * FROM seen")).toEqual([[1]]);
      });
    });
  },
);
