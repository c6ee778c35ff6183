import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toQuery } from "../../../../src/backends/sql/query/sql-query.ts";
import { openTable } from "../../../../src/data/stores/open-table.ts";
import { openConnection } from "../../../../src/data/stores/sql/sqlite/sqlite-connection.ts";
import { Guard } from "../../../../src/data/stores/sql/sqlite/stop-guard.ts";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../../src/engine/index.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { locate } from "../../../engines/install.ts";
import { problem, rowsOf, startSqliteFolder, using } from "./database-files.ts";
import { CARS, describeFiles, NEW_CARS } from "./file-contract.ts";

const never = new AbortController().signal;

const MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";

const PROBLEMS = {
  wrongSources: ["sqlite:", "sqlite://", "sqlite://host/cars.db", "sqlite::memory:"],
  wrongDrivers: [
    [{}, /^setup: .*require\.resolve/],
    ["no-such-package", /^setup: .*npm install no-such-package/],
    // A package that is something else.
    [locate("pg"), /^setup: /],
  ],
  notADatabase: /^setup: .*text\.db is not a database/,
} as const;

describeFiles("SQLite", startSqliteFolder, PROBLEMS, (files) => {
  describe("expressions", () => {
    const schema = defineSchema({
      id: { type: "number", key: true },
      name: "text",
      country: "text",
    });
    const make = (name: string): Promise<void> =>
      files().make(
        name,
        `CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT, customer INTEGER);
        CREATE TABLE customers (id INTEGER PRIMARY KEY, country TEXT);
        INSERT INTO customers VALUES (1, 'Italy'), (2, 'Spain');
        INSERT INTO orders VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 1)`,
      );

    it("stand beside columns of the catalogue, and over a join", async () => {
      await make("shop.db");
      const filter = compileOrThrow('{country} = "Italy"', schema);
      const from = "orders o JOIN customers c ON c.id = o.customer";
      const tables = [
        ["o", { from, columns: { country: { sql: "c.country" } } }],
        [
          "orders",
          {
            columns: {
              country: { sql: "(SELECT c.country FROM customers c WHERE c.id = customer)" },
            },
          },
        ],
      ] as const;
      for (const [table, options] of tables) {
        const store = await openTable(await files().open("shop.db"), table, { schema, ...options });
        const found: StoreRecord[] = [];
        for await (const records of store.read({ filter })) found.push(...records);
        expect(found).toEqual([
          { id: 1, name: "a", country: "Italy" },
          { id: 3, name: "c", country: "Italy" },
        ]);
        expect(await store.count(filter)).toBe(2);
        await store.close();
      }
    });

    it.each([
      [
        "source.db",
        "orders",
        { from: "orders" },
        "the fields of `from` are not known: give the option `schema`",
      ],
      [
        "none.db",
        undefined,
        { schema },
        "the table is missing: give the option `table`, or `from`",
      ],
      [
        "other.db",
        "orders",
        { columns: { upper: { sql: "upper(name)" } } },
        "declare it in `schema`",
      ],
    ])("of %s may lack what a store needs", async (name, table, options, message) => {
      await make(name);
      const opened = openTable(await files().open(name), table, options);
      expect(await problem(opened)).toContain(message);
    });
  });

  it.each([
    ["a folder", "folder.db", /^setup: .*folder\.db is a folder/],
    ["a corrupt file", "corrupt.db", /^data: .*corrupt\.db is corrupt/],
    ["a file of another encoding", "wide.db", /^setup: .*UTF-16/],
  ])("a path that is %s is refused", async (_, name, message) => {
    if (name === "folder.db") mkdirSync(files().path(name));
    else if (name === "wide.db") {
      await files().make(name, "PRAGMA encoding = 'UTF-16'; CREATE TABLE cars (vin TEXT)");
    } else {
      const rows = `${MANY} INSERT INTO cars SELECT hex(zeroblob(100)) FROM n`;
      await files().make(name, `CREATE TABLE cars (vin TEXT); ${rows}`);
      const bytes = readFileSync(files().path(name));
      writeFileSync(files().path(name), bytes.subarray(0, bytes.length / 2));
    }
    await using(files().open(name), async (driver) => {
      expect(await problem(rowsOf(driver, 'SELECT "vin" FROM "cars"'))).toMatch(message);
    });
  });

  it("may be locked by another program", async () => {
    await files().make("locked.db", "CREATE TABLE cars (vin TEXT PRIMARY KEY, price REAL)");
    const other = files().beside("locked.db");
    await using(files().open("locked.db", { acquireTimeoutMs: 100 }), async (driver) => {
      other.exec("BEGIN EXCLUSIVE");
      expect(await problem(rowsOf(driver, 'SELECT * FROM "cars"'))).toMatch(/^busy: .*locked/);
      expect(await problem(driver.createTable("new", NEW_CARS, never))).toMatch(/^busy: .*locked/);
      other.exec("COMMIT");
      expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([]);
    });
    other.close();
  });

  it("are read while another program writes them, with a journal that allows it", async () => {
    await files().make(
      "wal.db",
      `PRAGMA journal_mode = WAL; CREATE TABLE cars (n REAL); ${MANY} INSERT INTO cars SELECT i FROM n`,
    );
    const other = files().beside("wal.db");
    await using(files().open("wal.db", { batchRows: 10 }), async (driver) => {
      let count = 0;
      for await (const rows of driver.stream({ text: 'SELECT * FROM "cars"', params: [] }, never)) {
        if (count === 0) other.exec("DELETE FROM cars");
        count += rows.length;
      }
      expect(count).toBe(5_000);
      expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([]);
    });
    other.close();
  });

  it("are not changed by reading", async () => {
    await files().make("same.db", "CREATE TABLE cars (vin TEXT PRIMARY KEY, price REAL)");
    const path = files().path("same.db");
    copyFileSync(path, files().path("copy.db"));
    await using(files().open("same.db"), async (driver) => {
      await driver.describe("cars", never);
      expect(await problem(rowsOf(driver, "DELETE FROM cars RETURNING vin"))).toMatch(/readonly/);
    });
    expect(readFileSync(path).equals(readFileSync(files().path("copy.db")))).toBe(true);
  });

  it("have tables whose statements can be cancelled, whatever row ids they have", async () => {
    const columns = "(rowid TEXT, oid TEXT, _rowid_ TEXT, n REAL PRIMARY KEY)";
    const fill = (name: string): string => `${MANY} INSERT INTO ${name} (n) SELECT i FROM n;`;
    await files().make(
      "guard.db",
      `CREATE TABLE plain (n REAL);
      CREATE TABLE hidden ${columns};
      CREATE TABLE without (n REAL PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE "od""d" (n REAL);
      CREATE VIEW seen AS SELECT n FROM plain UNION SELECT n FROM without;
      ${["plain", "hidden", "without", '"od""d"'].map(fill).join("\n")}`,
    );
    const path = files().path("guard.db");
    const connection = await openConnection({ path, mode: "read", lockMs: 100 }, files().driver);
    let looks = 0;
    connection.define("isoform_look", false, () => ++looks);
    const guard = new Guard(connection);
    const tables = [
      ['"HIDDEN"', 5_000],
      ['"seen"', 5_000],
      ['"plain"', 4],
      ['"without"', 5_000],
      ['"od""d"', 4],
      ['"main"."plain"', 4],
    ] as const;
    for (const [table, least] of tables) {
      looks = 0;
      const sum = `SELECT count(*), sum(${table}."n") FROM ${table}`;
      const rows = connection.iterate(guard.guarded(sum), []);
      expect(rows.next().value, table).toEqual([5_000, 12_502_500]);
      expect(rows.next().done).toBe(true);
      expect(looks, table).toBeGreaterThanOrEqual(least);
    }
    await using(files().open("guard.db", { timeoutMs: 100, connections: 1 }), async (driver) => {
      const from = ["a", "b", "c"].map((name) => `"plain" AS ${name}`).join();
      const endless = `SELECT a.n FROM ${from} WHERE a.n + b.n + c.n < 0`;
      expect(await problem(rowsOf(driver, endless))).toMatch(/^timeout: /);
    });
  });

  it("have indexes that serve cancellable statements", async () => {
    await files().make(
      "plans.db",
      "CREATE TABLE cars (vin TEXT PRIMARY KEY NOT NULL CHECK (\"vin\" <> ''), price REAL); CREATE INDEX p ON cars (price)",
    );
    const path = files().path("plans.db");
    const connection = await openConnection({ path, mode: "read", lockMs: 100 }, files().driver);
    connection.define("isoform_look", false, () => 1);
    const guard = new Guard(connection);
    await using(files().open("plans.db"), async (driver) => {
      const { columns } = await driver.describe("cars", never);
      const plansOf = (formula: string | undefined, after?: StoreRecord): readonly string[] => {
        const { text, params } = toQuery(driver.dialect, {
          schema: CARS,
          table: "cars",
          columns,
          ...(formula === undefined ? {} : { filter: compileOrThrow(formula, CARS) }),
          ...(after === undefined ? {} : { after }),
        });
        return [text, guard.guarded(text)].map((statement) => {
          const rows = connection.iterate(`EXPLAIN QUERY PLAN ${statement}`, params);
          const details: string[] = [];
          for (let next = rows.next(); next.done !== true; next = rows.next()) {
            details.push(String(next.value[3]).replace("main.", ""));
          }
          return details.join("; ");
        });
      };
      const expected = [
        ["vin = 'a'", undefined, /^SEARCH cars USING INDEX sqlite_autoindex_cars_1 \(vin=\?\)$/],
        [undefined, undefined, /^SCAN cars USING INDEX sqlite_autoindex_cars_1$/],
        [undefined, { vin: "a" }, /USING INDEX sqlite_autoindex_cars_1/],
        ["price = 5", undefined, /^SEARCH cars USING INDEX p \(price=\?\)/],
        ["price > 5", { vin: "a" }, /USING INDEX/],
      ] as const;
      for (const [formula, after, plan] of expected) {
        const [plain, guarded] = plansOf(formula, after);
        expect(plain).toMatch(plan);
        expect(guarded).toBe(plain);
      }
    });
  });

  it("keep views and references of a table that is replaced", async () => {
    await files().make(
      "views.db",
      `CREATE TABLE cars (vin TEXT PRIMARY KEY, price REAL); INSERT INTO cars VALUES ('a', 1);
      CREATE VIEW cheap AS SELECT * FROM cars WHERE price < 10;
      CREATE TABLE visits (vin TEXT REFERENCES cars (vin)); INSERT INTO visits VALUES ('a')`,
    );
    await using(files().open("views.db"), async (driver) => {
      for (const vin of ["b", "c"]) {
        const writer = await driver.createTable("cars", NEW_CARS, never);
        await writer.write([{ vin, price: 2 }]);
        await writer.finish();
        expect(await rowsOf(driver, 'SELECT * FROM "cheap"')).toEqual([[vin, 2]]);
      }
      expect(await rowsOf(driver, 'SELECT * FROM "visits"')).toEqual([["a"]]);
      const indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
      expect(await rowsOf(driver, indexes)).toEqual([["cars_price_2"]]);
      expect(await problem(driver.createTable("cheap", NEW_CARS, never))).toMatch(/as a view/);
    });
  });
});
