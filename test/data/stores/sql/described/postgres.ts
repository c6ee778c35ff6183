import type { DescribedTable } from "../described-contract.ts";

/** A table of PostgreSQL with columns of each type. */
export const POSTGRES_TABLE: DescribedTable = {
  create: [
    `CREATE COLLATION loose (provider = icu, locale = 'und', deterministic = false);
        CREATE TYPE mood AS ENUM ('good');
        CREATE DOMAIN short AS varchar(5) NOT NULL;
        CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, big bigint, small smallint NOT NULL, whole integer,
          one real, two double precision, money numeric(12, 2), name varchar(20), note text NOT NULL CHECK (note <> ''), short short,
          yes boolean, at timestamptz, plain timestamp, day date, tags text[], labels varchar[], any_json jsonb, mood mood,
          loose text COLLATE loose, padded char(4), uid uuid);
        INSERT INTO t (big, small, whole, one, two, money, name, note, short, yes, at, plain, day, tags, padded)
          VALUES (9007199254740992, 1, 1, 1, 1, 1, 'a', 'a', 'a', true, '2024-01-01T00:00:00.0009Z', '2024-01-01', '2024-01-01', ARRAY['a', NULL, 'b"{}'], 'a'),
          (1, 2, NULL, 0.1, 0.1, 0.1, NULL, 'b', 'b', NULL, NULL, NULL, NULL, NULL, NULL);
        CREATE VIEW seen AS SELECT * FROM t;
        CREATE TABLE pairs (a text, b text, PRIMARY KEY (a, b))`,
  ],
  fields: {
    id: { type: "number", key: true },
    big: "text",
    small: "number",
    whole: "number",
    one: "number",
    two: "number",
    money: "number",
    name: "text",
    note: "text",
    short: "text",
    yes: "boolean",
    at: { type: "date", time: true },
    plain: { type: "date", time: true },
    day: "date",
    tags: "list",
    labels: "list",
    any_json: "text",
    mood: { type: "text", choices: ["good"] },
    loose: "text",
    padded: "text",
    uid: "text",
  },
  columns: {
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
  },
  refused: [],
  warnings: [],
  others: [{ name: ["public", "pairs"], fields: { a: "text", b: "text" } }],
  view: "seen",
  missing: ["t_id_seq"],
};
