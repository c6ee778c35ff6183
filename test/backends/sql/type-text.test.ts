import { expect, it } from "vitest";
import { parseType } from "../../../src/backends/sql/type-text.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { clickhouse, duckdb, mariadb, mysql, postgres } from "../../../src/sql.ts";

it.each([
  ["", { name: "", args: [] }],
  ["INTEGER", { name: "integer", args: [] }],
  ["timestamp(3)  with time zone", { name: "timestamp with time zone", args: [3] }],
  ["numeric(12, 2)", { name: "numeric", args: [12, 2] }],
  ["Nullable(String)", { name: "nullable", args: [{ name: "string", args: [] }] }],
  ["text[][]", { name: "array", args: [{ name: "text", args: [] }] }],
  ["enum('a', 'it''s, (b)')", { name: "enum", args: ["a", "it's, (b)"] }],
  ["Enum8('a' = 1, 'b' = 2)", { name: "enum8", args: ["a", "b"] }],
  // A name in quotes is not the name in lower case.
  ['"char"', { name: '"char"', args: [] }],
  ['public."My ""Type"""', { name: 'public. "My ""Type"""', args: [] }],
  ["'a'", { name: "'a'", args: [] }],
  // A missing closing parenthesis.
  ["varchar(", { name: "varchar", args: [{ name: "", args: [] }] }],
  ["varchar(20", { name: "varchar", args: [20] }],
  ["text[", { name: "array", args: [{ name: "text", args: [] }] }],
  ["enum('a'", { name: "enum", args: ["a"] }],
])("%s is parsed", (text, expected) => {
  expect(parseType(text)).toEqual(expected);
});

it.each([clickhouse, duckdb, mariadb, mysql, postgres])(
  "an enum on $title whose labels are not named is compared with every text",
  (dialect) => {
    const schema = defineSchema({ mood: "text" });
    const paramsOf = (storage: string, formula: string) =>
      compileOrThrow(formula, schema).toSql(dialect, { columns: { mood: { storage } } }).params;
    expect(paramsOf("enum", '{mood} = "sad"')).toContain("sad");
    expect(paramsOf("enum", 'ISONEOF({mood}, "sad", "ok")').join()).toMatch(/sad.*ok|ok.*sad/);
    // Such a label may be the empty text, which is a blank.
    expect(paramsOf("enum", "{mood} = BLANK()")).toEqual([""]);
    expect(paramsOf("enum('ok')", '{mood} = "sad"')).toEqual([]);
  },
);
