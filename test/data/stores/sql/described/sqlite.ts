import type { DescribedTable } from "../described-contract.ts";

/** A table of SQLite with columns of each declared type: values may be of others. */
export const SQLITE_TABLE: DescribedTable = {
  create: [
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
  ],
  fields: {
    id: { type: "number", key: true },
    name: "text",
    price: "number",
    size: "number",
    sold: "boolean",
    made: { type: "date", time: true },
    seen: { type: "date", time: true },
    day: "date",
    tags: "list",
    object: "text",
    raw: "text",
    any_text: "text",
    folded: "text",
    trimmed: "text",
    huge: "text",
    twice: "number",
  },
  columns: {
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
  },
  refused: [
    ["stamp", /^its dates are not all texts of one form .*: say what they are/],
    ["untyped", /^it has no declared type, and no value shows its type: say what/],
    ["mixed", /^it has values of the type blob, and is not a plain text: make/],
    ["words", /^it has values of the type text, and is not a plain number: /],
    ["point", /^its declared type `STRING` does not say what it holds: /],
  ],
  records: [
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
  ],
  others: [
    {
      name: ["main", "v"],
      fields: { id: "number", loud: "text", twice: "number", tags: "list" },
    },
    { name: "pair", fields: { a: "text", b: "text" } },
    {
      name: "checked",
      fields: { vin: { type: "text", key: true }, ["__proto__"]: "number" },
      columns: {
        vin: { storage: "text", notNull: true, notBlank: true },
        ["__proto__"]: { storage: "real" },
      },
    },
  ],
  missing: ["missing", ["other", "t"]],
};
