import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compileOrThrow } from "../../../src/engine/index.ts";
import { defineSchema } from "../../../src/schema/index.ts";
import { toQuery } from "../../../src/sql/query/query.ts";
import { openDriver } from "../../../src/stores/open.ts";
import type { DriverOptions, Row, SqlDriver } from "../../../src/stores/sql/driver.ts";
import { SqlStore } from "../../../src/stores/sql/sql-store.ts";
import { openConnection } from "../../../src/stores/sql/sqlite/connection.ts";
import { Guard } from "../../../src/stores/sql/sqlite/guard.ts";
import { openSqlite } from "../../../src/stores/sql/sqlite.ts";
import { StoreError, type StoreRecord } from "../../../src/stores/store.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { start } from "../../engines/engine.ts";
import { locate } from "../../engines/install.ts";
import { type SqliteFile, startSqliteFiles } from "../../engines/sqlite-files.ts";
import { countOf } from "../../harness/extent.ts";
import { inTime } from "../in-time.ts";

/** A folder for files, and SQLite beside the driver. */
interface Files {
  readonly driver: string;
  path(name: string): string;
  /** Makes a file, and closes it. */
  make(name: string, sql: string): string;
  /** Opens a file beside the driver. */
  beside(name: string): SqliteFile;
  open(name: string, options?: DriverOptions): Promise<SqlDriver>;
  close(): Promise<void>;
}

async function startFiles(): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-sqlite-"));
  const { driver, open } = await startSqliteFiles();
  const path = (name: string): string => join(folder, name);
  return {
    driver,
    path,
    make: (name, sql) => {
      const database = open(path(name));
      database.exec(sql);
      database.close();
      return path(name);
    },
    beside: (name) => open(path(name)),
    open: (name, options) => openSqlite(`sqlite:${path(name)}`, { driver, ...options }),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

const never = new AbortController().signal;

const CARS = defineSchema({ vin: { type: "text", key: true }, price: "number" });

const MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";

describeEngine(
  "SQLite's files",
  () => start("SQLite", startFiles),
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

    const rowsOf = async (
      driver: SqlDriver,
      text: string,
      signal: AbortSignal = never,
    ): Promise<readonly Row[]> => {
      const all: Row[] = [];
      for await (const rows of driver.stream({ text, params: [] }, signal)) all.push(...rows);
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
      const path = files().make("named.db", "CREATE TABLE cars (vin TEXT)");
      const { driver } = files();
      for (const source of [`sqlite:${path}`, `sqlite://${path}`]) {
        const opened = await openDriver(source, { driver });
        if (opened === undefined) throw new Error(`${source} names no database`);
        await using(Promise.resolve(opened), (open) => open.check(never));
      }
      for (const source of ["sqlite:", "sqlite://", "sqlite://host/cars.db", "sqlite::memory:"]) {
        expect(await problem(openSqlite(source))).toMatch(/^setup: /);
      }
    });

    it("have a driver that threads can load", async () => {
      files().make("driver.db", "CREATE TABLE cars (vin TEXT)");
      expect(await problem(files().open("driver.db", { driver: {} }))).toMatch(
        /^setup: .*require\.resolve/,
      );
      const missing = files().open("driver.db", { driver: "no-such-package" });
      await using(missing, async (driver) => {
        expect(await problem(driver.check(never))).toMatch(/^setup: .*npm install no-such-package/);
      });
      await using(files().open("driver.db", { driver: locate("pg") }), async (driver) => {
        expect(await problem(driver.check(never))).toMatch(/^setup: /);
      });
    });

    it("may be missing, something else or damaged", async () => {
      writeFileSync(files().path("text.db"), "vin,price\n".repeat(1_000));
      mkdirSync(files().path("folder.db"));
      files().make(
        "damaged.db",
        `CREATE TABLE cars (vin TEXT); ${MANY} INSERT INTO cars SELECT hex(zeroblob(100)) FROM n`,
      );
      const bytes = readFileSync(files().path("damaged.db"));
      writeFileSync(files().path("damaged.db"), bytes.subarray(0, bytes.length / 2));
      files().make("wide.db", "PRAGMA encoding = 'UTF-16'; CREATE TABLE cars (vin TEXT)");
      const expected = [
        ["missing.db", /^setup: there is no database .*missing\.db/],
        ["text.db", /^setup: .*text\.db is not a database/],
        ["folder.db", /^setup: .*folder\.db is a folder/],
        ["damaged.db", /^data: .*damaged\.db is damaged/],
        ["wide.db", /^setup: .*UTF-16/],
      ] as const;
      for (const [name, message] of expected) {
        await using(files().open(name), async (driver) => {
          expect(await problem(rowsOf(driver, 'SELECT "vin" FROM "cars"'))).toMatch(message);
        });
      }
    });

    it("may be locked by another program", async () => {
      files().make("locked.db", "CREATE TABLE cars (vin TEXT PRIMARY KEY, price REAL)");
      const other = files().beside("locked.db");
      await using(files().open("locked.db", { acquireTimeoutMs: 100 }), async (driver) => {
        other.exec("BEGIN EXCLUSIVE");
        expect(await problem(rowsOf(driver, 'SELECT * FROM "cars"'))).toMatch(/^busy: .*locked/);
        const options = { schema: CARS, indexes: [], replace: true };
        expect(await problem(driver.createTable("new", options, never))).toMatch(/^busy: .*locked/);
        other.exec("COMMIT");
        expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([]);
      });
      other.close();
    });

    it("are read while another program writes them, with a journal that allows it", async () => {
      files().make(
        "wal.db",
        `PRAGMA journal_mode = WAL; CREATE TABLE cars (n REAL); ${MANY} INSERT INTO cars SELECT i FROM n`,
      );
      const other = files().beside("wal.db");
      await using(files().open("wal.db", { batchRows: 10 }), async (driver) => {
        let count = 0;
        for await (const rows of driver.stream(
          { text: 'SELECT * FROM "cars"', params: [] },
          never,
        )) {
          if (count === 0) other.exec("DELETE FROM cars");
          count += rows.length;
        }
        expect(count).toBe(5_000);
        expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([]);
      });
      other.close();
    });

    it("may be replaced while they are open", async () => {
      files().make("old.db", "CREATE TABLE cars (vin TEXT); INSERT INTO cars VALUES ('old')");
      files().make("new.db", "CREATE TABLE cars (vin TEXT); INSERT INTO cars VALUES ('new')");
      await using(files().open("old.db"), async (driver) => {
        expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([["old"]]);
        renameSync(files().path("new.db"), files().path("old.db"));
        expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([["new"]]);
        rmSync(files().path("old.db"));
        expect(await problem(rowsOf(driver, 'SELECT * FROM "cars"'))).toMatch(
          /^setup: there is no/,
        );
        files().make("old.db", "CREATE TABLE cars (vin TEXT); INSERT INTO cars VALUES ('third')");
        expect(await rowsOf(driver, 'SELECT * FROM "cars"')).toEqual([["third"]]);
      });
    });

    it("are not changed by what only reads", async () => {
      const path = files().make("same.db", "CREATE TABLE cars (vin TEXT PRIMARY KEY, price REAL)");
      copyFileSync(path, files().path("copy.db"));
      await using(files().open("same.db"), async (driver) => {
        await driver.describe("cars", never);
        expect(await problem(rowsOf(driver, "DELETE FROM cars RETURNING vin"))).toMatch(/readonly/);
      });
      expect(readFileSync(path).equals(readFileSync(files().path("copy.db")))).toBe(true);
    });

    it("have tables whose statements end, whatever their rows are numbered by", async () => {
      const columns = "(rowid TEXT, oid TEXT, _rowid_ TEXT, n REAL PRIMARY KEY)";
      files().make(
        "guard.db",
        `CREATE TABLE plain (n REAL);
      CREATE TABLE hidden ${columns};
      CREATE TABLE without (n REAL PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE "od""d" (n REAL);
      CREATE VIEW seen AS SELECT n FROM plain UNION SELECT n FROM without;
      ${["plain", "hidden", "without", '"od""d"'].map((table) => `${MANY} INSERT INTO ${table} (n) SELECT i FROM n;`).join("\n")}`,
      );
      await using(files().open("guard.db", { timeoutMs: 200, connections: 1 }), async (driver) => {
        const tables = ['"HIDDEN"', '"seen"', '"plain"', '"without"', '"od""d"', '"main"."plain"'];
        for (const table of tables.slice(0, countOf(2, tables.length))) {
          const from = `${table} AS a, ${table} AS b, ${table} AS c`;
          const endless = `SELECT a.n FROM ${from} WHERE a.n + b.n + c.n < 0`;
          expect(await problem(rowsOf(driver, endless)), table).toMatch(/^timeout: /);
          const sum = `SELECT count(*), sum(${table}."n") FROM ${table}`;
          const [row] = await inTime(() => rowsOf(driver, sum));
          expect(row, table).toEqual([5_000, 12_502_500]);
        }
      });
    });

    it("serve others while a statement does not end", async () => {
      files().make("stuck.db", "CREATE TABLE cars (vin TEXT)");
      // No table that could be watched: it goes on for some seconds after everybody has left.
      const text =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000000) SELECT max(i) FROM n";
      await using(files().open("stuck.db", { timeoutMs: 100, connections: 1 }), async (driver) => {
        expect(await problem(rowsOf(driver, text))).toMatch(/^timeout: /);
        expect(await inTime(() => rowsOf(driver, "SELECT 1"))).toEqual([[1]]);
        const reason = new Error("not wanted");
        const controller = new AbortController();
        const answer = rowsOf(driver, text, controller.signal);
        controller.abort(reason);
        await expect(answer).rejects.toBe(reason);
      });
    });

    it("have indexes that serve guarded statements", async () => {
      const path = files().make(
        "plans.db",
        "CREATE TABLE cars (vin TEXT PRIMARY KEY NOT NULL CHECK (\"vin\" <> ''), price REAL); CREATE INDEX p ON cars (price)",
      );
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

    it("have columns that are described by what was declared, and by what they hold", async () => {
      files().make(
        "described.db",
        `CREATE TABLE t (
        id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, price DECIMAL(10, 2), size double precision,
        sold BOOLEAN, made TIMESTAMP, seen DATETIME, day DATE, stamp DATE, tags JSON, object JSON, raw BLOB, untyped, any_text,
        folded TEXT COLLATE NOCASE, trimmed TEXT COLLATE RTRIM, mixed TEXT, words REAL, point STRING,
        huge BIGINT, twice INTEGER AS (id * 2) VIRTUAL
      );
      INSERT INTO t VALUES (
        1, 'a', 1.5, 2.5, 1, '2024-02-29T23:59:59.999Z', '2024-02-29 23:59:59', '2024-02-29', 5, '["a","b"]', '{"a":1}', x'00', NULL, 'x',
        'a', 'a', x'00', 'many', 'p', 9007199254740993
      );
      CREATE VIEW v AS SELECT id, name || '!' AS loud, price * 2 AS twice, tags FROM t;
      CREATE TABLE pair (a TEXT, b TEXT, PRIMARY KEY (a, b));
      CREATE TABLE checked (vin TEXT PRIMARY KEY NOT NULL CHECK ("vin" <> ''), "__proto__" REAL)`,
      );
      await using(files().open("described.db"), async (driver) => {
        const { fields, columns, refused } = await driver.describe("t", never);
        expect(fields).toEqual({
          id: { type: "number", key: true },
          name: "text",
          price: "number",
          size: "number",
          sold: "boolean",
          made: "date",
          seen: "date",
          day: "date",
          tags: "list",
          object: "text",
          raw: "text",
          any_text: "text",
          folded: "text",
          trimmed: "text",
          huge: "text",
          twice: "number",
        });
        expect(columns).toEqual({
          id: { storage: "int", notNull: true },
          name: { storage: "text", notNull: true },
          price: { storage: "numeric" },
          size: { storage: "real" },
          sold: { storage: "bool" },
          made: { storage: "timestamp" },
          seen: { storage: "YYYY-MM-DD HH:MM:SS" },
          day: { storage: "YYYY-MM-DD" },
          tags: { storage: "json" },
          object: { storage: "text" },
          raw: { storage: "blob" },
          any_text: { storage: "text" },
          folded: { storage: "text collate nocase" },
          trimmed: { storage: "text collate rtrim" },
          huge: { storage: "int" },
          twice: { storage: "int" },
        });
        expect(refused.map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
          expect.stringMatching(
            /^stamp: its dates are not all texts of one form .*: say in a mapping/,
          ),
          "untyped: it has no declared type, and no row tells",
          expect.stringMatching(
            /^mixed: it has values of the type blob, and is not a plain text: make/,
          ),
          expect.stringMatching(
            /^words: it has values of the type text, and is not a plain number: /,
          ),
          expect.stringMatching(/^point: its declared type `STRING` does not say what it holds: /),
        ]);
        const schema = defineSchema(fields);
        const store = SqlStore.of(driver, { schema, table: "t", columns });
        const records: StoreRecord[] = [];
        for await (const batch of store.read({}, never)) records.push(...batch);
        expect(records).toEqual([
          {
            id: 1,
            name: "a",
            price: 1.5,
            size: 2.5,
            sold: true,
            made: new Date("2024-02-29T23:59:59.999Z"),
            seen: new Date("2024-02-29T23:59:59Z"),
            day: new Date("2024-02-29"),
            tags: ["a", "b"],
            object: '{"a":1}',
            raw: "00",
            any_text: "x",
            folded: "a",
            trimmed: "a",
            huge: "9007199254740993",
            twice: 2,
          },
        ]);
        const view = await driver.describe(["main", "v"], never);
        expect(view.fields).toEqual({ id: "number", loud: "text", twice: "number", tags: "list" });
        expect((await driver.describe("pair", never)).fields).toEqual({ a: "text", b: "text" });
        const checked = await driver.describe("checked", never);
        expect(checked.columns.vin).toEqual({ storage: "text", notNull: true, notBlank: true });
        expect(Object.keys(checked.fields)).toEqual(["vin", "__proto__"]);
        expect(await problem(driver.describe("missing", never))).toMatch(/^setup: .*`missing`/);
        expect(await problem(driver.describe(["other", "t"], never))).toMatch(/^setup: /);
      });
    });

    it("keep what refers to a table that is replaced", async () => {
      files().make(
        "views.db",
        `CREATE TABLE cars (vin TEXT PRIMARY KEY, price REAL); INSERT INTO cars VALUES ('a', 1);
      CREATE VIEW cheap AS SELECT * FROM cars WHERE price < 10;
      CREATE TABLE visits (vin TEXT REFERENCES cars (vin)); INSERT INTO visits VALUES ('a')`,
      );
      await using(files().open("views.db"), async (driver) => {
        const options = { schema: CARS, indexes: ["price"], replace: true };
        for (const vin of ["b", "c"]) {
          const writer = await driver.createTable("cars", options, never);
          await writer.write([{ vin, price: 2 }]);
          await writer.finish();
          expect(await rowsOf(driver, 'SELECT * FROM "cheap"')).toEqual([[vin, 2]]);
        }
        expect(await rowsOf(driver, 'SELECT * FROM "visits"')).toEqual([["a"]]);
        const indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
        expect(await rowsOf(driver, indexes)).toEqual([["cars_price_2"]]);
        expect(await problem(driver.createTable("cheap", options, never))).toMatch(/as a view/);
      });
    });
  },
);
