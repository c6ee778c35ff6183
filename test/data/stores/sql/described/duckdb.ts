import type { DescribedTable } from "../described-contract.ts";

/** A table of DuckDB with columns of each type. */
export const DUCKDB_TABLE: DescribedTable = {
  create: [
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
  ],
  fields: {
    id: { type: "text", key: true },
    name: "text",
    price: "number",
    huge: "text",
    small: "number",
    ratio: "number",
    sold: "boolean",
    made: { type: "date", time: true },
    sec: { type: "date", time: true },
    zoned: { type: "date", time: true },
    day: "date",
    tags: "list",
    json: "list",
    object: "text",
    nano: { type: "date", time: true },
    time: "text",
    raw: "text",
    color: { type: "text", choices: ["red", "blue"] },
    folded: "text",
    id2: "text",
    numbers: "list",
  },
  columns: {
    id: { storage: "BIGINT", notNull: true },
    price: { storage: "DECIMAL(18,3)" },
  },
  refused: [["pair", /./]],
  warnings: [/^`price` is DECIMAL\(18,3\): /],
  records: [
    {
      id: "1",
      name: "a",
      price: 1.125,
      huge: "85070591730234615865843651857942052864",
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
  ],
  others: [
    { name: "v", fields: { id: "number", loud: "text" } },
    {
      name: ["other", "T"],
      fields: { vin: { type: "text", key: true } },
      columns: { vin: { storage: "VARCHAR", notNull: true, notBlank: true } },
    },
  ],
  missing: [["nowhere", "t"]],
};
