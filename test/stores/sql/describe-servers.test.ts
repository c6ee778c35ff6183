import { expect, it } from "vitest";
import { compileOrThrow } from "../../../src/engine/index.ts";
import { defineSchema, type Schema } from "../../../src/schema/index.ts";
import type { SqlDriver, TableDescription } from "../../../src/stores/sql/driver.ts";
import { openMariadb } from "../../../src/stores/sql/mariadb.ts";
import { openPostgres } from "../../../src/stores/sql/postgres.ts";
import { SqlStore } from "../../../src/stores/sql/sql-store.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { startEngine } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";

const never = new AbortController().signal;

/** Formulas that ask something of each field: the database raises where a column is not what its description says. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  text: ["{f} = 'a'", "LEN({f}) > 0", "LOWER({f}) = 'a'", "{f} > 'a'", "{f} & 'x' = 'ax'"],
  number: ["{f} = 1", "{f} > 0.5", "{f} * 2 = 2", "{f} & '' = '1'"],
  boolean: ["{f}", "NOT({f})"],
  date: ["{f} >= '2024-01-01'", "YEAR({f}) = 2024", "DATETIME_DIFF({f}, '2024-01-01', 'days') = 0"],
  list: ["HAS({f}, 'a')", "LEN({f}) > 0", "{f} = 'a'"],
};

/** Every field answers every question as memory does, sorted by every field that has an order. */
async function answersAsMemory(
  driver: SqlDriver,
  table: string,
  { fields, columns }: TableDescription,
): Promise<void> {
  const schema: Schema = defineSchema(fields);
  const store = SqlStore.of(driver, { schema, table, columns });
  const all: Record<string, unknown>[] = [];
  for await (const records of store.read({}, never)) all.push(...records);
  expect(all.length).toBeGreaterThan(0);
  for (const { name, type } of schema.fields.values()) {
    for (const question of QUESTIONS[type] ?? []) {
      const source = question.replaceAll("{f}", `{${name}}`);
      const filter = compileOrThrow(source, schema);
      const found: unknown[] = [];
      const sort = type === "list" ? [] : [{ field: name }];
      for await (const records of store.read({ filter, sort }, never)) found.push(...records);
      const expected = all.filter((record) => filter.matches(record));
      expect(found.length, source).toBe(expected.length);
      expect(new Set(found), source).toEqual(new Set(expected));
    }
  }
}

describeEngine(
  "a table of PostgreSQL",
  () => startEngine("postgres"),
  (engine) => {
    it("is described by what is exact", async () => {
      await engine().execute(`CREATE COLLATION loose (provider = icu, locale = 'und', deterministic = false);
        CREATE TYPE mood AS ENUM ('good');
        CREATE DOMAIN short AS varchar(5) NOT NULL;
        CREATE TABLE described (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, big bigint, small smallint NOT NULL, whole integer,
          one real, two double precision, money numeric(12, 2), name varchar(20), note text NOT NULL CHECK (note <> ''), short short,
          yes boolean, at timestamptz, plain timestamp, day date, tags text[], labels varchar[], any_json jsonb, mood mood,
          loose text COLLATE loose, padded char(4), uid uuid);
        INSERT INTO described (big, small, whole, one, two, money, name, note, short, yes, at, plain, day, tags, padded)
          VALUES (9007199254740992, 1, 1, 1, 1, 1, 'a', 'a', 'a', true, '2024-01-01T00:00:00.0009Z', '2024-01-01', '2024-01-01', ARRAY['a', NULL, 'b"{}'], 'a'),
          (1, 2, NULL, 0.1, 0.1, 0.1, NULL, 'b', 'b', NULL, NULL, NULL, NULL, NULL, NULL);
        CREATE VIEW seen AS SELECT * FROM described;
        CREATE TABLE pairs (a text, b text, PRIMARY KEY (a, b))`);
      const { host, user, database } = engine().connection;
      const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
      const driver = await openPostgres(source, { driver: load("pg") });
      try {
        const description = await driver.describe("described", never);
        expect(description.fields).toEqual({
          id: { type: "number", key: true },
          big: "number",
          small: "number",
          whole: "number",
          one: "number",
          two: "number",
          money: "number",
          name: "text",
          note: "text",
          short: "text",
          yes: "boolean",
          at: "date",
          plain: "date",
          day: "date",
          tags: "list",
          labels: "list",
          any_json: "text",
          mood: "text",
          loose: "text",
          padded: "text",
          uid: "text",
        });
        expect(description.columns).toEqual({
          id: { storage: "bigint", notNull: true },
          big: { storage: "bigint" },
          small: { storage: "smallint", notNull: true },
          whole: { storage: "integer" },
          one: { storage: "real" },
          two: { storage: "double precision" },
          money: { storage: "numeric(12,2)" },
          name: { storage: "character varying(20)" },
          note: { storage: "text", notBlank: true, notNull: true },
          short: { storage: "character varying(5)", notNull: true },
          yes: { storage: "boolean" },
          at: { storage: "timestamp with time zone" },
          plain: { storage: "timestamp without time zone" },
          day: { storage: "date" },
          tags: { storage: "text[]" },
          labels: { storage: "character varying[]" },
          any_json: { storage: "jsonb" },
          mood: { storage: "enum('good')" },
          loose: { storage: "text of a nondeterministic collation" },
          padded: { storage: "character(4)" },
          uid: { storage: "uuid" },
        });
        expect(description.refused).toEqual([]);
        expect(description.warnings).toEqual([expect.stringContaining("`big` is bigint")]);
        await answersAsMemory(driver, "described", description);
        const view = await driver.describe("seen", never);
        expect(Object.keys(view.fields)).toEqual(Object.keys(description.fields));
        expect(defineSchema(view.fields).key).toBeUndefined();
        expect((await driver.describe(["public", "pairs"], never)).fields).toEqual({
          a: "text",
          b: "text",
        });
        await expect(driver.describe("described_id_seq", never)).rejects.toMatchObject({
          code: "setup",
        });
      } finally {
        await driver.close();
      }
    });
  },
);

describeEngine(
  "a table of MariaDB",
  () => startEngine("mariadb"),
  (engine) => {
    it("is described by what is exact", async () => {
      await engine().execute(`CREATE TABLE described (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, big BIGINT, small TINYINT NOT NULL, whole INT UNSIGNED,
          one FLOAT, two DOUBLE, money DECIMAL(12, 2), name VARCHAR(20), note LONGTEXT, padded CHAR(4), old VARCHAR(5) CHARACTER SET latin1,
          yes BOOLEAN, at TIMESTAMP(6) NULL, plain DATETIME, day DATE, bits BIT(3), raw BLOB, mood ENUM('good'))`);
      await engine().execute(`INSERT INTO described (big, small, whole, one, two, money, name, note, padded, yes, at, plain) VALUES
        (9007199254740992, 1, 1, 1, 1, 1, 'a', 'a', 'a', TRUE, '2023-12-31 19:00:00.0009', '2024-01-01'), (1, 2, NULL, 0.1, 0.1, 0.1, NULL, 'b', 'b', NULL, NULL, NULL)`);
      await engine().execute("CREATE VIEW seen AS SELECT * FROM described");
      await engine().execute("CREATE TABLE pairs (a INT, b INT, PRIMARY KEY (a, b))");
      const { socketPath, user, database } = engine().connection;
      const source = `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
      const driver = await openMariadb(source, { driver: load("mysql2") });
      try {
        const description = await driver.describe("described", never);
        expect(description.fields).toEqual({
          id: { type: "number", key: true },
          big: "number",
          small: "number",
          whole: "number",
          one: "number",
          two: "number",
          money: "number",
          name: "text",
          note: "text",
          padded: "text",
          yes: "boolean",
          at: "date",
          plain: "date",
          old: "text",
          day: "date",
          bits: "number",
          raw: "text",
          mood: "text",
        });
        expect(description.columns).toEqual({
          id: { storage: "bigint unsigned", notNull: true },
          big: { storage: "bigint" },
          small: { storage: "tinyint", notNull: true },
          whole: { storage: "int unsigned" },
          one: { storage: "float" },
          two: { storage: "double" },
          money: { storage: "decimal(12,2)" },
          name: { storage: "varchar(20)" },
          note: { storage: "longtext" },
          padded: { storage: "char(4)" },
          old: { storage: "text of another character set(5)" },
          yes: { storage: "boolean" },
          at: { storage: "timestamp(6)" },
          plain: { storage: "datetime" },
          day: { storage: "date" },
          bits: { storage: "bit(3)" },
          raw: { storage: "blob" },
          mood: { storage: "enum('good')" },
        });
        expect(description.refused).toEqual([]);
        await answersAsMemory(driver, "described", description);
        const view = await driver.describe("seen", never);
        expect(Object.keys(view.fields)).toEqual(Object.keys(description.fields));
        expect(defineSchema(view.fields).key).toBeUndefined();
        expect((await driver.describe(["isoform", "pairs"], never)).fields).toEqual({
          a: "number",
          b: "number",
        });
      } finally {
        await driver.close();
      }
    });
  },
);
