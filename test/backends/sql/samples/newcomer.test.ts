import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tagged } from "../../../../src/adapters.ts";
import { KeyFile } from "../../../../src/apps/service/key-file.ts";
import { compileOrThrow } from "../../../../src/index.ts";
import { describeTable, postgres, type SqlValue } from "../../../../src/sql.ts";
import { ENGINES, Program, temporaryFolder } from "../../../apps/cli/run-cli.ts";
import { PASSWORD, startClickHouseServer } from "../../../data/stores/sql/start-clickhouse.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine, type Started, start } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { startSqliteFiles } from "../../../engines/sqlite-files.ts";
import { askBy } from "../native/native-table.ts";

interface RawBuilder {
  execute(database: object): Promise<unknown>;
}

interface SelectBuilder {
  where(condition: RawBuilder): SelectBuilder;
  execute(): Promise<readonly unknown[]>;
}

interface KyselyDatabase {
  selectFrom(table: string): { selectAll(): SelectBuilder };
  destroy(): Promise<void>;
}

interface KyselyPackage {
  readonly sql: (strings: TemplateStringsArray, ...values: SqlValue[]) => RawBuilder;
  readonly Kysely: new (options: { readonly dialect: object }) => KyselyDatabase;
  readonly PostgresDialect: new (options: { readonly pool: object }) => object;
}

interface Pg {
  readonly Pool: new (connection: object) => object;
}

/** A database with a typical user's table: names with a meaning elsewhere, and a type without a field. */
interface Database {
  /** The address, in the form that `serve` takes. */
  readonly source: string;
  close(): Promise<void>;
}

interface Newcomer {
  readonly begin: () => Promise<Started<Database>>;
  /** The message of `serve` about the column `took`. */
  readonly refusal: string;
}

const idOf = (letter: string): string => `'00000000-0000-4000-8000-00000000000${letter}'`;

/** The rows, with the engine's syntax for lists and the unsupported type. */
function rowsOf(lists: readonly string[], took: string): string {
  const [both = "", none = "", empty = ""] = lists;
  return `(${idOf("a")}, 'new', 'x', 1.10, '2024-02-29', ${took}, ${both}, 9007199254740991),
    (${idOf("b")}, 'Sent', NULL, 99.99, '9999-12-31', NULL, ${none}, NULL),
    (${idOf("c")}, NULL, 'y', NULL, NULL, NULL, ${empty}, 5)`;
}

const STATES = "'new', 'Sent', 'lost''n'";

/** In a database file, which `make` fills. */
async function inFile(scheme: string, make: (path: string) => Promise<void>): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-newcomer-"));
  const path = join(folder, "lines.db");
  await make(path);
  return { source: scheme + path, close: async () => rmSync(folder, { recursive: true }) };
}

const POSTGRES = `CREATE TYPE state AS ENUM (${STATES});
  CREATE TABLE "Order lines" (
    "line id" uuid PRIMARY KEY, "select" state, "__proto__" text, "NOW" numeric(12,2), "Ship ""by""" date, took interval,
    tags varchar(20)[], huge bigint);
  COMMENT ON COLUMN "Order lines"."select" IS 'where it is: {new}, "Sent"';
  INSERT INTO "Order lines" VALUES ${rowsOf(["'{a,b}'", "NULL", "'{}'"], "'1 day'")}`;

const DUCKDB = `CREATE TABLE "Order lines" (
    "line id" UUID PRIMARY KEY, "select" ENUM(${STATES}), "__proto__" VARCHAR, "NOW" DECIMAL(12,2), "Ship ""by""" DATE,
    took STRUCT(days INTEGER), tags VARCHAR[], huge HUGEINT);
  INSERT INTO "Order lines" VALUES ${rowsOf(["['a', 'b']", "NULL", "[]"], "{'days': 1}")}`;

const SQLITE = `CREATE TABLE "Order lines" (
    "line id" CHAR(36) NOT NULL PRIMARY KEY, "select" TEXT COLLATE NOCASE, "__proto__" TEXT, "NOW" NUMERIC(12,2), "Ship ""by""" DATE,
    took DURATION, tags JSON, huge BIGINT);
  INSERT INTO "Order lines" VALUES ${rowsOf([`'["a","b"]'`, "NULL", "'[]'"], "'1 day'")}`;

const MARIADB = [
  `CREATE TABLE \`Order lines\` (
    \`line id\` UUID PRIMARY KEY, \`select\` ENUM(${STATES}), \`__proto__\` TEXT, \`NOW\` DECIMAL(12,2), \`Ship "by"\` DATE,
    took POINT, tags SET('a', 'b'), huge BIGINT UNSIGNED)`,
  `INSERT INTO \`Order lines\` VALUES ${rowsOf(["'a,b'", "NULL", "''"], "POINT(1, 1)")}`,
];

const CLICKHOUSE = [
  `CREATE TABLE \`Order lines\` (
    \`line id\` UUID, \`select\` Nullable(Enum8('new' = 1, 'Sent' = 2, 'lost\\'n' = 3)), \`__proto__\` Nullable(String),
    \`NOW\` Nullable(Decimal(12, 2)), \`Ship "by"\` Nullable(Date32), took Tuple(days Nullable(UInt8)), tags Array(String), huge Nullable(UInt64))
    ENGINE = MergeTree ORDER BY \`line id\` COMMENT 'one record for each key'`,
  `INSERT INTO \`Order lines\` VALUES ${rowsOf(["['a', 'b']", "[]", "[]"], "(1)").replaceAll("NULL, NULL, []", "NULL, (NULL), []").replaceAll("'9999-12-31', NULL", "'2299-12-31', (NULL)")}`,
];

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

interface ClickHouse {
  createClient(options: { readonly url: string; readonly password: string }): {
    command(request: { readonly query: string }): Promise<unknown>;
    close(): Promise<void>;
  };
}

const NEWCOMERS: Readonly<Record<string, Newcomer>> = {
  SQLite: {
    refusal: "does not say what it holds",
    begin: () =>
      start("SQLite", async () => {
        const { open } = await startSqliteFiles();
        return await inFile("sqlite:", async (path) => {
          const database = open(path);
          database.exec(SQLITE);
          database.close();
        });
      }),
  },
  DuckDB: {
    refusal: "a record cannot be a value of a formula",
    begin: () =>
      start("DuckDB", () =>
        inFile("duckdb:", async (path) => {
          const instance = await load<DuckDb>("@duckdb/node-api").DuckDBInstance.create(path);
          const connection = await instance.connect();
          await connection.run(DUCKDB);
          connection.closeSync();
          instance.closeSync();
        }),
      ),
  },
  PostgreSQL: {
    refusal: "the settings of the session decide how an interval is written",
    begin: async () => {
      const started = await openEngine("postgres");
      if (!started.ok) return started;
      const { engine } = started;
      await engine.execute(POSTGRES);
      const { host, user, database } = engine.connection;
      const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
      return { ok: true, engine: { source, close: () => engine.close() } };
    },
  },
  MariaDB: {
    refusal: "a shape cannot be a value of a formula",
    begin: async () => {
      const started = await openEngine("mariadb");
      if (!started.ok) return started;
      const { engine } = started;
      for (const statement of MARIADB) await engine.execute(statement);
      const { socketPath, user, database } = engine.connection;
      const source = `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
      return { ok: true, engine: { source, close: () => engine.close() } };
    },
  },
  ClickHouse: {
    refusal: "a record cannot be a value of a formula",
    begin: async () => {
      const started = await startClickHouseServer();
      if (!started.ok) return started;
      const { engine } = started;
      const { createClient } = load<ClickHouse>("@clickhouse/client");
      const url = `http://127.0.0.1:${engine.port}`;
      const client = createClient({ url, password: PASSWORD });
      for (const query of CLICKHOUSE) await client.command({ query });
      await client.close();
      return { ok: true, engine: { source: engine.source, close: () => engine.close() } };
    },
  },
};

const FORMULAS: readonly (readonly [formula: string, ids: string])[] = [
  ['{select} = "Sent"', "b"],
  ['{__proto__} = "x"', "a"],
  ["{__proto__} = BLANK()", "b"],
  ["{NOW} = 1.1", "a"],
  ['{Ship "by"} = "2024-02-29"', "a"],
  ['{Ship "by"} = BLANK()', "bc"],
  ['{line id} > "00000000-0000-4000-8000-00000000000a"', "bc"],
  ['{line id} = "no uuid"', ""],
  ['HAS({tags}, "b")', "a"],
  ["{huge} > 5", "a"],
];

function lettersOf(records: unknown): string {
  const ids = Array.isArray(records) ? records.map((record) => String(record["line id"])) : [];
  return ids
    .map((id) => id.slice(-1))
    .sort()
    .join("");
}

for (const [name, { begin, refusal }] of Object.entries(NEWCOMERS)) {
  describeEngine(
    `a newcomer's table on ${name}`,
    begin,
    (database) => {
      it("is served unchanged, and reports the columns that are no field", async () => {
        const keys = join(temporaryFolder(), "keys.json");
        const { token } = await KeyFile.add(keys, "test");
        const options = [
          "--table",
          "Order lines",
          "--name",
          "lines",
          "--keys",
          keys,
          "--port",
          "0",
        ];
        const program = new Program(["serve", database().source, ...options], { cwd: ENGINES });
        const [said, url] = await program.says(/^.*serving (\S+)\n/s);
        expect(said).toContain("took");
        expect(said).toContain(refusal);
        const ask = async (query: Record<string, string>): Promise<Response> =>
          fetch(`${url}?${new URLSearchParams(query)}`, { headers: { "x-api-key": token } });
        for (const [formula, ids] of FORMULAS) {
          const answer = await ask({ filterByFormula: formula });
          expect([formula, lettersOf(await answer.json())]).toEqual([formula, ids]);
        }
        const sorted = await ask({
          "sort[0][field]": "__proto__",
          "sort[0][direction]": "desc",
          pageSize: "2",
        });
        const page: unknown = await sorted.json();
        expect(JSON.stringify(page)).toContain('"__proto__":"y"');
        const [, next = ""] = /<([^>]+)>; rel="next"/.exec(sorted.headers.get("link") ?? "") ?? [];
        const rest = await fetch(new URL(next, url), { headers: { "x-api-key": token } });
        expect(lettersOf(await rest.json())).toBe("b");
      });
    },
    { isOptional: name === "MariaDB" },
  );
}

describeEngine(
  "a newcomer's table",
  () => openEngine("postgres"),
  (engine) => {
    it("is queried by Kysely with the description of its catalogue", async () => {
      await engine().execute(POSTGRES);
      const { sql, Kysely, PostgresDialect } = load<KyselyPackage>("kysely");
      const { Pool } = load<Pg>("pg");
      const pool = new Pool(engine().connection);
      const database = new Kysely({ dialect: new PostgresDialect({ pool }) });
      onTestFinished(() => database.destroy());
      const lines = await describeTable(postgres, askBy(engine()), "Order lines");
      expect(lines.refused.map(({ column }) => column)).toEqual(["took"]);
      for (const [source, ids] of FORMULAS) {
        const filter = compileOrThrow(source, lines.schema).toSql(postgres, {
          ...lines,
          rows: "pg",
        });
        const rows = await database
          .selectFrom("Order lines")
          .selectAll()
          .where(tagged(sql, filter, { prefilter: true }))
          .execute();
        const found = filter.residual?.filter(rows) ?? rows;
        expect([source, lettersOf(found)]).toEqual([source, ids]);
      }
    });
  },
);
