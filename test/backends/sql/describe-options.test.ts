import { describe, expect, it } from "vitest";
import type { DescribeOptions } from "../../../src/backends/sql/describe/describe-options.ts";
import {
  type DescribedTable,
  describeTable,
} from "../../../src/backends/sql/describe/describe-table.ts";
import { compileOrThrow } from "../../../src/index.ts";
import { postgres, SqlMappingError, sqlite } from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineName, openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { askBy, readAll } from "./native/native-table.ts";

/** How each engine creates the table of orders and a view of it, and what it makes of a column of decimals. */
const ENGINES: Readonly<
  Record<
    EngineName,
    {
      readonly text: string;
      readonly integer: string;
      readonly decimal: string;
      readonly key: string;
      /** The expression that a warning advises, if the column cannot be a text itself. */
      readonly cast?: string;
    }
  >
> = {
  sqlite: { text: "TEXT", integer: "INTEGER", decimal: "DECIMAL(30, 2)", key: "" },
  duckdb: {
    text: "VARCHAR",
    integer: "BIGINT",
    decimal: "DECIMAL(30, 2)",
    key: "",
    cast: 'CAST("price" AS VARCHAR)',
  },
  postgres: { text: "text", integer: "bigint", decimal: "numeric(30,2)", key: "" },
  mariadb: {
    text: "varchar(20)",
    integer: "bigint",
    decimal: "decimal(30,2)",
    key: "",
    cast: "CAST(`price` AS CHAR)",
  },
  clickhouse: {
    text: "String",
    integer: "Int64",
    decimal: "Decimal(30, 2)",
    key: " ENGINE = MergeTree ORDER BY (shop, number)",
    cast: "CAST(`price` AS Nullable(String))",
  },
};

const LARGE = "9007199254740993";

async function create(engine: Engine, name: EngineName): Promise<void> {
  const { text, integer, decimal, key } = ENGINES[name];
  const primary = key === "" ? ", PRIMARY KEY (shop, number)" : "";
  const keyText = name === "mariadb" ? "varchar(20)" : text;
  await engine.execute(
    `CREATE TABLE orders (shop ${keyText}, number ${integer}, cust_no ${text}, note ${text}, price ${decimal}, meta ${text}${primary})${key}`,
  );
  await engine.execute(
    `INSERT INTO orders VALUES ('a', 1, 'c1', 'Hello', 12.5, 'x'), ('a', ${LARGE}, 'c2', 'WORLD', 99.25, 'y'), ('b', 2, 'c1', 'bye', 7, 'z')`,
  );
  await engine.execute(
    "CREATE VIEW seen AS SELECT number, cust_no, note, price FROM orders WHERE shop = 'a'",
  );
}

/** The properties of a description without its schema's methods. */
function shown({ schema, columns, refused }: DescribedTable) {
  return { fields: schema.toJSON().fields, columns, refused };
}

for (const name of ENGINES_WITH_DIALECT) {
  const dialect = dialectOf(name);
  describeEngine(
    `the options of a description on ${name}`,
    () => openEngine(name),
    (engine) => {
      let created: Promise<void> | undefined;
      const described = async (
        options: DescribeOptions,
        table = "orders",
      ): Promise<DescribedTable> => {
        created ??= create(engine(), name);
        await created;
        return describeTable(dialect, askBy(engine()), table, options);
      };
      const found = async (table: DescribedTable, source: string): Promise<readonly unknown[]> => {
        const filter = compileOrThrow(source, table.schema);
        const fields = [...table.schema.fields.keys()];
        return readAll(engine(), dialect, { ...table, filter, fields });
      };

      it("leave out, rename, retype and compute fields, and name a key", async () => {
        const join = "CONCAT(shop, '/', number)";
        const table = await described({
          key: "id",
          fields: {
            id: {
              type: "text",
              sql: name === "clickhouse" ? "concat(shop, '/', toString(number))" : join,
            },
            shop: false,
            number: { type: "number", description: "Its number in the shop." },
            cust_no: { name: "customer", choices: ["c1", "c2"] },
            note: { sql: "lower(note)" },
          },
          hidden: ["meta"],
        });
        const { fields, columns } = shown(table);
        expect(fields).toEqual({
          number: { type: "number", description: "Its number in the shop." },
          customer: { type: "text", choices: ["c1", "c2"] },
          note: "text",
          price: "number",
          meta: { type: "text", hidden: true },
          id: { type: "text", key: true },
        });
        expect(columns).toMatchObject({
          customer: { column: "cust_no" },
          note: { sql: "lower(note)" },
        });
        expect(columns).not.toHaveProperty("shop");
        expect(table.schema.key?.name).toBe("id");
        expect([...table.schema.fields.keys()]).not.toContain("meta");
        expect(await found(table, 'AND({customer} = "c2", {note} = "world")')).toEqual([
          { id: `a/${LARGE}`, number: 2 ** 53, customer: "c2", note: "world", price: 99.25 },
        ]);
      });

      it("give a view the key that its catalogue does not have", async () => {
        expect((await described({}, "seen")).schema.key).toBeUndefined();
        const table = await described({ key: "number" }, "seen");
        // One of the first rows is beyond ±2^53.
        expect(table.schema.key).toMatchObject({ name: "number", type: "text" });
        expect(await found(table, `{number} = "${LARGE}"`)).toMatchObject([{ cust_no: "c2" }]);
        const number = await described(
          { key: "number", fields: { number: { type: "number" } } },
          "seen",
        );
        expect(number.schema.key).toMatchObject({ name: "number", type: "number" });
      });

      it("are those that a warning advises, and end it", async () => {
        const { warnings } = await described({ fields: { number: { type: "text" } } });
        const { cast } = ENGINES[name];
        if (name === "sqlite") return expect(warnings).toEqual([]);
        const advice =
          cast === undefined
            ? 'fields: { price: { type: "text" } }'
            : `fields: { price: { type: "text", sql: ${cast.includes('"') ? `'${cast}'` : `"${cast}"`} } }`;
        expect(warnings).toEqual([expect.stringContaining(`make the field a text: \`${advice}\``)]);
        const price = cast === undefined ? {} : { sql: cast };
        const table = await described({
          key: "cust_no",
          fields: { price: { type: "text", ...price } },
        });
        expect(table.warnings.filter((warning) => warning.includes("price"))).toEqual([]);
        expect(await found(table, '{price} = "99.25"')).toMatchObject([{ price: "99.25" }]);
      });

      it.each<readonly [string, DescribeOptions, string]>([
        [
          "a column that there is not",
          { fields: { custno: { name: "customer" } } },
          "`fields` names `custno`, but the table has no such column, and without `sql` the field is no expression; did you mean `cust_no`?",
        ],
        [
          "a column to leave out that there is not",
          { fields: { metadata_of_it: false } },
          "`fields` names `metadata_of_it`, but the table has no such column, and without `sql` the field is no expression; the columns are `shop`, `number`, `cust_no`, `note`, `price`, `meta`",
        ],
        [
          "an expression without a type",
          { fields: { loud: { sql: "upper(note)" } } },
          'the field `loud` is an expression: say the type of its values, such as `fields: { loud: { type: "text", sql: "upper(note)" } }`',
        ],
        [
          "an expression that has no end",
          { fields: { note: { sql: "lower(note" } } },
          "the expression of `note`, `lower(note`, has a parenthesis without its pair",
        ],
        [
          "a type that the column cannot be",
          { fields: { note: { type: "number" } } },
          ', which cannot be a number: write `fields: { note: { type: "number", sql: "…" } }` with an expression that yields a number, or say the `storage`',
        ],
        [
          "a storage that is none of the type",
          { fields: { note: { type: "number", storage: "timestamp" } } },
          "`note` is number, which is not stored as timestamp",
        ],
        [
          "two fields of one name",
          { fields: { note: { name: "meta" } } },
          "two columns would be the field `meta`: leave one out with `false`, or give it another `name`",
        ],
        [
          "a key that there is not",
          { key: "shopp" },
          "`key` names the field `shopp`, which does not exist; did you mean `shop`?",
        ],
        [
          "a key under its old name",
          { key: "cust_no", fields: { cust_no: { name: "customer" } } },
          "`key` names the field `cust_no`, which does not exist; the fields are `shop`, `number`, `customer`, `note`, `price`, `meta`",
        ],
        [
          "a hidden field that there is not",
          { hidden: ["meto"] },
          "`hidden` names the field `meto`, which does not exist; did you mean `meta`?",
        ],
        [
          "a key that is no text or number",
          { key: "open", fields: { open: { sql: "(price > 10)", type: "boolean" } } },
          "`key` names `open`, which is a boolean: a key is a text or a number, such as by `fields: { open: ",
        ],
      ])("that do not fit are errors: %s", async (_, options, message) => {
        const error: unknown = await described(options).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(SqlMappingError);
        expect(error).toHaveProperty("message", expect.stringContaining(message));
      });
    },
    { isOptional: name === "mariadb" },
  );
}

describe("options of another kind", () => {
  const never = () => Promise.reject(new Error("the database is asked"));
  it.each<readonly [string, object, string]>([
    [
      "a key of several columns",
      { key: ["a", "b"] },
      '`describeTable`: a key is one field: for several columns, write `fields: { id: { type: "text", sql: "CONCAT(a, \'/\', b)" } }`, with a separator that none of their values has, and `key: "id"`',
    ],
    [
      "a key of columns whose names need quotes",
      { key: ["a", "b c", 5] },
      '`describeTable`: a key is one field: for several columns, write `fields: { id: { type: "text", sql: "CONCAT(a, \'/\', …, \'/\', …)" } }`, with a separator that none of their values has, and `key: "id"`',
    ],
    [
      "`true` for a field",
      { fields: { a: true } },
      "`describeTable`: the override of `a` must be an object, but is true; write `false` to leave the column out",
    ],
    [
      "a property that there is not",
      { fields: { a: { column: "b" } } },
      "the override of `a` has no property `column`; the properties are name, type, choices",
    ],
    [
      "an option that there is not",
      { field: {} },
      "`describeTable`: a description has no option `field`; did you mean `fields`?",
    ],
    [
      "an option of a mapping",
      { columns: {} },
      "a description has no option `columns`; the options are `key`, `fields`, `hidden`",
    ],
    [
      "a range without numbers in it",
      { fields: { a: { range: [2, 1] } } },
      "the override of `a`: its range must be two numbers, the least one first",
    ],
    [
      "a type that there is not",
      { fields: { a: { type: "integer" } } },
      "the override of `a`: its type must be one of text, number, boolean, date, list",
    ],
    [
      "hidden fields that are no list",
      { hidden: "a" },
      "the option `hidden` must be an array of texts",
    ],
  ])("are a TypeError: %s", async (_, options, message) => {
    const call = describeTable(postgres, never, "orders", options as DescribeOptions);
    await expect(call).rejects.toThrow(TypeError);
    await expect(describeTable(postgres, never, "o", options as DescribeOptions)).rejects.toThrow(
      message,
    );
  });
});

describeEngine(
  "columns of SQLite that cannot be fields",
  () => openEngine("sqlite"),
  (engine) => {
    it("are fields with the storage that the reason advises", async () => {
      await engine().execute(
        "CREATE TABLE moments (id INTEGER PRIMARY KEY, at DATETIME, x STRANGE)",
      );
      await engine().execute("INSERT INTO moments VALUES (1, 1709164800000, 'Y'), (2, 0, 'n')");
      const { refused } = await describeTable(sqlite, askBy(engine()), "moments");
      expect(refused.map(({ reason }) => reason)).toEqual([
        expect.stringContaining('`fields: { at: { type: "date", storage: "epochMilliseconds" } }`'),
        expect.stringContaining('`fields: { x: { type: "text", sql: "…" } }`'),
      ]);
      const table = await describeTable(sqlite, askBy(engine()), "moments", {
        fields: {
          at: { type: "date", storage: "epochMilliseconds" },
          x: { type: "text", sql: "lower(x)" },
        },
      });
      expect(table.refused).toEqual([]);
      const filter = compileOrThrow('AND({at} = "2024-02-29", {x} = "y")', table.schema);
      const fields = ["id"];
      expect(await readAll(engine(), sqlite, { ...table, filter, fields })).toEqual([{ id: 1 }]);
    });
  },
);
