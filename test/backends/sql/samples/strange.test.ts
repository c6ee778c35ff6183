import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTable } from "../../../../src/data/stores/open-table.ts";
import type { SqlDriver } from "../../../../src/data/stores/sql/driver.ts";
import { openMariadb } from "../../../../src/data/stores/sql/open-mariadb.ts";
import { openPostgres } from "../../../../src/data/stores/sql/open-postgres.ts";
import { openSqlite } from "../../../../src/data/stores/sql/open-sqlite.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine, type Started, start } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { startSqliteFiles } from "../../../engines/sqlite-files.ts";
import { expectSample, type SampleTable } from "./sample.ts";

/** A database that the tables are created in. */
interface Target {
  readonly quote: (name: string) => string;
  readonly text: string;
  /** An infinite number, if the database has one. */
  readonly infinity?: string;
  execute(sql: string): Promise<void>;
  open(): Promise<SqlDriver>;
  close(): Promise<void>;
}

const doubled = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function startSqlite(): Promise<Target> {
  const { driver, open } = await startSqliteFiles();
  const folder = mkdtempSync(join(tmpdir(), "isoform-strange-"));
  const path = join(folder, "strange.db");
  const database = open(path);
  return {
    quote: doubled,
    text: "TEXT",
    infinity: "9e999",
    execute: async (sql) => {
      database.exec(sql);
    },
    open: () => openSqlite(`sqlite:${path}`, { driver }),
    close: async () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startOnPostgres(): Promise<Started<Target>> {
  const started = await openEngine("postgres");
  if (!started.ok) return started;
  const { engine } = started;
  const { host, user, database } = engine.connection;
  const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  return {
    ok: true,
    engine: {
      quote: doubled,
      text: "text",
      infinity: "'NaN'",
      execute: (sql) => engine.execute(sql),
      open: () => openPostgres(source, { driver: load("pg") }),
      close: () => engine.close(),
    },
  };
}

async function startOnMariadb(): Promise<Started<Target>> {
  const started = await openEngine("mariadb");
  if (!started.ok) return started;
  const { engine } = started;
  const { socketPath, user, database } = engine.connection;
  const source = `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
  return {
    ok: true,
    engine: {
      quote: (name) => `\`${name.replaceAll("`", "``")}\``,
      text: "VARCHAR(50)",
      execute: (sql) => engine.execute(sql),
      open: () => openMariadb(source, { driver: load("mysql2") }),
      close: () => engine.close(),
    },
  };
}

const STARTS: Readonly<Record<string, () => Promise<Started<Target>>>> = {
  SQLite: () => start("sqlite", startSqlite),
  PostgreSQL: startOnPostgres,
  MariaDB: startOnMariadb,
};

/** Names with a meaning for SQL, formulas, drivers or JavaScript. */
const NAMES = [
  "select",
  "Order",
  "two words",
  "it's",
  'quo"te',
  "back`tick",
  "a.b",
  "{brace}",
  "back\\slash",
  "%s",
  "?",
  "$1",
  ":name",
  "@x",
  "--",
  "/*",
  "[0]",
  "é",
  "TRUE",
  "NOW",
  "LEN",
  "AND",
  "BLANK",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "then",
  "length",
  "c0",
  "rowid",
  "0",
];

/** MariaDB's names have no characters beyond the Basic Multilingual Plane. */
const EMOJI = "😀";

const asField = (name: string): string => `{${name.replace(/[{}\\]/g, "\\$&")}}`;

function fieldsOf(names: readonly string[], type: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, type]));
}

const WIDE = Array.from({ length: 200 }, (_, at) => `Column ${at}`);

for (const [name, begin] of Object.entries(STARTS)) {
  describeEngine(
    `tables that surprise on ${name}`,
    begin,
    (target) => {
      async function check(statements: readonly string[], table: SampleTable): Promise<void> {
        for (const statement of statements) await target().execute(statement);
        const driver = await target().open();
        try {
          await expectSample(driver, table);
        } finally {
          await driver.close();
        }
      }

      it("with names of columns of all kinds", async () => {
        const { quote, text } = target();
        const names = name === "MariaDB" ? NAMES : [...NAMES, EMOJI];
        const columns = names.map((column) => `${quote(column)} ${text}`).join(", ");
        const row = (value: string): string => names.map(() => `'${value}'`).join(", ");
        const table = quote('Odd "table" name');
        await check(
          [
            `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${columns})`,
            `INSERT INTO ${table} VALUES (1, ${row("a")}), (2, ${row("b")})`,
          ],
          {
            name: 'Odd "table" name',
            fields: { id: "number", ...fieldsOf(names, "text") },
            rows: 2,
            formulas: names.map((column) => `${asField(column)} = "a"`),
          },
        );
      });

      it("a table of 200 columns is described and read", async () => {
        const { quote } = target();
        await check(
          [
            `CREATE TABLE wide (id INTEGER PRIMARY KEY, ${WIDE.map((one) => `${quote(one)} INTEGER`).join(", ")})`,
            `INSERT INTO wide VALUES (1, ${WIDE.map((_, at) => at).join(", ")}), (2, ${WIDE.map(() => "NULL").join(", ")})`,
          ],
          {
            name: "wide",
            fields: { id: "number", ...fieldsOf(WIDE, "number") },
            rows: 2,
            formulas: ["{Column 199} = 199", "{Column 0} = BLANK()"],
          },
        );
      });

      it("with names in capitals", async () => {
        const { quote, text } = target();
        await check(
          [
            `CREATE TABLE ${quote("CARS")} (${quote("VIN")} VARCHAR(17) PRIMARY KEY, ${quote("Price")} DOUBLE PRECISION, ${quote("price")}2 ${text})`
              .replace('"price"2', '"price2"')
              .replace("`price`2", "`price2`"),
            `INSERT INTO ${quote("CARS")} VALUES ('a', 1.5, 'x'), ('B', NULL, 'X')`,
          ],
          {
            name: "CARS",
            fields: { VIN: "text", Price: "number", price2: "text" },
            rows: 2,
            formulas: ["{Price} > 1", '{VIN} = "B"', '{price2} = "x"'],
          },
        );
      });

      it("that are empty, or have blanks only", async () => {
        const { text } = target();
        const columns = `id INTEGER PRIMARY KEY, t ${text}, n INTEGER, x DOUBLE PRECISION, d DATE, b BOOLEAN`;
        const fields = {
          id: "number",
          t: "text",
          n: "number",
          x: "number",
          d: "date",
          b: "boolean",
        };
        await check([`CREATE TABLE hollow (${columns})`], {
          name: "hollow",
          fields,
          rows: 0,
          formulas: [],
        });
        await check(
          [`CREATE TABLE blanks (${columns})`, "INSERT INTO blanks (id) VALUES (1), (2), (3)"],
          {
            name: "blanks",
            fields,
            rows: 3,
            formulas: ["AND({t} = BLANK(), {n} = BLANK(), {d} = BLANK(), NOT({b}), {id} > 1)"],
          },
        );
      });

      it("without a key of one column, and views", async () => {
        const { text } = target();
        await check(
          [
            `CREATE TABLE pairs (a INTEGER, b INTEGER, note ${text}, PRIMARY KEY (a, b))`,
            "INSERT INTO pairs VALUES (1, 2, 'x'), (2, 2, 'y')",
            "CREATE VIEW pairs_seen AS SELECT a, a + b AS total, note FROM pairs",
            `CREATE TABLE keyless (a INTEGER, note ${text})`,
            "INSERT INTO keyless VALUES (1, 'x'), (2, 'y')",
          ],
          {
            name: "pairs",
            key: "a",
            fields: { a: "number", b: "number", note: "text" },
            rows: 2,
            formulas: ["{a} = 1"],
          },
        );
        await check([], {
          name: "pairs_seen",
          key: "a",
          fields: { a: "number", total: "number", note: "text" },
          rows: 2,
          formulas: ["{total} = 4"],
        });
        await check([], {
          name: "keyless",
          key: "a",
          fields: { a: "number", note: "text" },
          rows: 2,
          formulas: ['{note} = "y"'],
        });
      });

      it("with values that no field can hold, which are never read as others", async () => {
        const { infinity } = target();
        await target().execute(
          "CREATE TABLE more (id INTEGER PRIMARY KEY, x DOUBLE PRECISION, b BOOLEAN)",
        );
        await target().execute("INSERT INTO more VALUES (1, 1.5, TRUE)");
        const driver = await target().open();
        try {
          const store = await openTable(driver, "more");
          const read = async (): Promise<unknown> => {
            const found: unknown[] = [];
            for await (const some of store.read({}, { signal: new AbortController().signal }))
              found.push(...some);
            return found;
          };
          expect(await read()).toEqual([{ id: 1, x: 1.5, b: true }]);
          if (infinity !== undefined) {
            await target().execute(`INSERT INTO more VALUES (2, ${infinity}, NULL)`);
            await expect(read()).rejects.toThrow(
              /the column `x` must be a finite number.*no formula has infinity or NaN/,
            );
            await target().execute("DELETE FROM more WHERE id = 2");
          }
          if (name === "PostgreSQL") return;
          await target().execute("INSERT INTO more VALUES (3, NULL, 2)");
          await expect(read()).rejects.toThrow(/the column `b` must be `true`, `false`, 0 or 1/);
        } finally {
          await driver.close();
        }
      });

      it("with the first and last dates", async () => {
        await check(
          [
            "CREATE TABLE edges (id INTEGER PRIMARY KEY, d DATE)",
            `INSERT INTO edges VALUES (1, '1899-12-31'), (2, '1900-01-01'), (3, '2298-12-31'), (4, '2299-01-01'), (5, '9999-12-31'), (6, '1000-01-01'), (7, '2024-02-29'), (8, NULL)`,
          ],
          {
            name: "edges",
            fields: { id: "number", d: "date" },
            rows: 8,
            formulas: [
              "{d} = BLANK()",
              '{d} < "2000-01-01"',
              '{d} > "2000-01-01"',
              '{d} >= "2298-12-31"',
              'NOT({d} = "2024-02-29")',
              "YEAR({d}) = 1900",
              'DATEADD({d}, 1, "day") > "2024-01-01"',
            ],
          },
        );
      });
    },
    { isOptional: name === "MariaDB" },
  );
}
