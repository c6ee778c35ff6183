import { describe, expect, it } from "vitest";
import { choicesByChecks } from "../../../src/backends/sql/describe/check-choices.ts";
import { describeTable } from "../../../src/backends/sql/describe/describe-table.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type EngineName, openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { askBy } from "./native/native-table.ts";

type Choices = Readonly<Record<string, readonly string[]>>;

/** Statements that create the table `t`, and the choices of its columns. Other columns have none. */
const TABLES: Readonly<Record<EngineName, readonly [create: readonly string[], choices: Choices]>> =
  {
    sqlite: [
      [
        `CREATE TABLE t (
          status TEXT CHECK (status IN ('new', 'it''s')), -- CHECK (commented IN ('a'))
          "Odd "" name" TEXT, alone TEXT CHECK( [alone] in('one') ), commented TEXT DEFAULT 'CHECK (other IN (''a''))',
          loose TEXT COLLATE NOCASE CHECK (loose IN ('a')), other TEXT CHECK (other IN ('a', 'b') OR other IS NULL), same TEXT CHECK (same = 'a'),
          negated TEXT CHECK (negated NOT IN ('a')), n INTEGER CHECK (n IN (1, 2)), both TEXT CHECK (both IN ('a', upper('b'))),
          CONSTRAINT c CHECK ("Odd "" name" IN ('x', ''))
        )`,
      ],
      { status: ["new", "it's"], 'Odd " name': ["x"], alone: ["one"], same: ["a"] },
    ],
    duckdb: [
      [
        `CREATE TYPE size AS ENUM ('S', 'it''s')`,
        `CREATE TABLE t (size size, sizes size[], status VARCHAR CHECK (status IN ('new', 'it''s')),
          "Odd "" name" VARCHAR CHECK ("Odd "" name" IN ('x')), loose VARCHAR COLLATE NOCASE CHECK (loose IN ('a')),
          other VARCHAR CHECK (other IN ('a') OR other = 'b'), free VARCHAR)`,
      ],
      {
        size: ["S", "it's"],
        sizes: ["S", "it's"],
        status: ["new", "it's"],
        'Odd " name': ["x"],
      },
    ],
    postgres: [
      [
        `CREATE TYPE size AS ENUM ('S', 'it''s', '');
        CREATE DOMAIN colour AS text CHECK (VALUE IN ('red', 'green'));
        CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE TABLE t (size size, sizes size[], colour colour, status text CHECK (status IN ('new', 'it''s')),
          short varchar(9) CHECK (short IN ('a, b', 'c')), alone varchar CHECK (alone IN ('one')), "Odd "" name" text CHECK ("Odd "" name" IN ('x')),
          loose text COLLATE loose CHECK (loose IN ('a')), other text CHECK (other IN ('a', 'b') OR other > 'c'),
          two text CHECK (two IN ('a', 'b') AND two IN ('b', 'c')), later text, free text, n int CHECK (n IN (1, 2)));
        ALTER TABLE t ADD CHECK (later IN ('a')) NOT VALID`,
      ],
      {
        size: ["S", "it's"],
        sizes: ["S", "it's"],
        colour: ["red", "green"],
        status: ["new", "it's"],
        short: ["a, b", "c"],
        alone: ["one"],
        'Odd " name': ["x"],
      },
    ],
    mariadb: [
      [
        "CREATE TABLE t (size ENUM('S', 'it''s', ''), sizes SET('a', 'b'), " +
          "status varchar(9) COLLATE utf8mb4_nopad_bin CHECK (status IN ('new', 'it''s', 'a\\\\b')), " +
          "`Odd name` varchar(9) COLLATE utf8mb4_nopad_bin CHECK (`Odd name` IN ('x')), " +
          "loose varchar(9) COLLATE utf8mb4_general_ci CHECK (loose IN ('a')), " +
          "other varchar(9) COLLATE utf8mb4_nopad_bin COMMENT 'CHECK (`other` in (\\'a\\'))')",
      ],
      {
        size: ["S", "it's"],
        sizes: ["a", "b"],
        status: ["new", "it's", "a\\b"],
        "Odd name": ["x"],
      },
    ],
    clickhouse: [
      [
        "CREATE TABLE t (size Enum8('S' = 1, 'it\\'s' = 2), wide Nullable(Enum16('a' = 1)), sizes Array(Enum8('x' = 1)), free String, " +
          "status LowCardinality(String), bracketed String, `odd name` String, same String, other String, both String, assumed String, " +
          "Case String, case String, n UInt8, negated String, CONSTRAINT a CHECK status IN ('new', 'it\\'s', 'line\\n'), " +
          "CONSTRAINT b CHECK (bracketed IN ('a, b', ')')), CONSTRAINT c CHECK `odd name` IN ('x'), CONSTRAINT d CHECK same = 'y', " +
          "CONSTRAINT e CHECK other IN ('a') OR other = 'b', CONSTRAINT f CHECK both IN ('a', upper('b')), CONSTRAINT g ASSUME assumed IN ('a'), " +
          "CONSTRAINT h CHECK case IN ('a'), CONSTRAINT i CHECK n IN (1, 2), CONSTRAINT j CHECK negated NOT IN ('a')) ENGINE = Memory",
      ],
      {
        size: ["S", "it's"],
        wide: ["a"],
        sizes: ["x"],
        status: ["new", "it's", "line\n"],
        bracketed: ["a, b", ")"],
        "odd name": ["x"],
        same: ["y"],
      },
    ],
  };

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    `the choices of a table of ${name}`,
    () => openEngine(name),
    (engine) => {
      it("are the labels of its enums, and the texts of checks that allow no others", async () => {
        const [create, choices] = TABLES[name];
        for (const statement of create) await engine().execute(statement);
        const { schema } = await describeTable(dialectOf(name), askBy(engine()), "t");
        const found = [...schema.fields.values()].flatMap((field) =>
          field.choices === undefined ? [] : [[field.name, field.choices]],
        );
        expect(Object.fromEntries(found)).toEqual(choices);
      });
    },
    { isOptional: name === "mariadb" },
  );
}

describe("a definition of MySQL", () => {
  it.each<readonly [string, Choices]>([
    ["CHECK ((`status` in (_utf8mb4'new',_utf8mb4'it\\'s')))", { status: ["new", "it's"] }],
    ["CHECK ((`status` in (_utf8mb4'new'))) /*!80016 NOT ENFORCED */", {}],
    ["CHECK ((`status` in (_utf8mb4'new')", {}],
    ["CHECK `status` in ('new')", {}],
    ["CHECK", {}],
    ["CHECK (((", {}],
    ["CHECK (status IN (", {}],
    ["CHECK (status IN ('a',))", {}],
    ["CHECK (`status` = 'a')", { status: ["a"] }],
    ["CHECK (`status` = 'a' or `n` > 1)", {}],
    ["CHECK (`status` = 'a', 'b')", {}],
    ["CHECK (status IN ('", {}],
  ])("allows what it enforces: %s", (definition, choices) => {
    expect(Object.fromEntries(choicesByChecks(definition, true))).toEqual(choices);
  });
});
