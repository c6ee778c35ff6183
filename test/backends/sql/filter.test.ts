import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  type ColumnMapping,
  explainSql,
  postgres,
  SqlMappingError,
  type SqlOptions,
  sqlite,
  toCount,
  toQuery,
} from "../../../src/sql.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  country: "text",
  price: "number",
  tax: "number",
  year: "number",
  title: "text",
  createdAt: "date",
  sold: "boolean",
  tags: "list",
  'odd "name"': "text",
});

function where(formula: string, options: SqlOptions = {}): string {
  const { where: condition, prefilter } = compileOrThrow(formula, schema).toSql(sqlite, options);
  return condition ?? `prefilter: ${prefilter}`;
}

describe("conditions as a person would write them", () => {
  it.each([
    ['{country} = "Italy"', '"country" = ?'],
    ['{country} != "Italy"', '("country" <> ? OR "country" IS NULL)'],
    ['OR({country} = "Italy", {country} = "Spain")', '"country" IN (?, ?)'],
    [
      'NOT(OR({country} = "Italy", {country} = "Spain"))',
      '("country" NOT IN (?, ?) OR "country" IS NULL)',
    ],
    ["{tax} = BLANK()", '"tax" IS NULL'],
    ["NOT(tax = BLANK())", '"tax" IS NOT NULL'],
    ["{country} = BLANK()", '("country" = ? OR "country" IS NULL)'],
    ["{price}", '"price" <> CAST(? AS REAL)'],
    ["NOT({price})", '("price" = CAST(? AS REAL) OR "price" IS NULL)'],
    ["YEAR({createdAt}) = 2024", '("createdAt" >= ? AND "createdAt" < ?)'],
    ['IS_SAME({createdAt}, "2024-02-29", "month")', '("createdAt" >= ? AND "createdAt" < ?)'],
    ["{sold}", '"sold" = 1'],
    ["NOT({sold})", '("sold" <> 1 OR "sold" IS NULL)'],
    ['FIND("a", {title})', 'instr("title", ?) > 0'],
    ["AND({price} > 5, {price} < 9)", '("price" > CAST(? AS REAL) AND "price" < CAST(? AS REAL))'],
    ['{odd "name"} = "x"', '"odd ""name""" = ?'],
    ["1 = 1", "1 = 1"],
    ["1 = 2", "1 = 0"],
  ])("%s", (formula, expected) => {
    expect(where(formula)).toBe(expected);
  });

  it("turns parts of dates into ranges of dates", () => {
    const params = (formula: string): readonly unknown[] =>
      compileOrThrow(formula, schema).toSql(sqlite, {}).params;
    expect(params("YEAR({createdAt}) = 2024")).toEqual([
      "2024-01-01T00:00:00.000Z",
      "2025-01-01T00:00:00.000Z",
    ]);
    expect(params("YEAR({createdAt}) < 2020.5")).toEqual([
      "1900-01-01T00:00:00.000Z",
      "2021-01-01T00:00:00.000Z",
    ]);
    // No date has this year: the range is empty, and the SQL is the same.
    const [from, to] = params("YEAR({createdAt}) = 2020.5");
    expect(from).toBe(to);
  });

  it("uses known properties of columns", () => {
    const columns = {
      price: { notNull: true },
      country: { notNull: true, column: "land" },
      year: { storage: "integer" },
      createdAt: { notNull: true, inRange: true },
      sold: { notNull: true },
    } as const;
    expect(where('{country} != "Italy"', { columns })).toBe('"land" <> ?');
    expect(where("NOT({price})", { columns })).toBe('"price" = CAST(? AS REAL)');
    expect(where("{price} + 1 > 3", { columns })).not.toContain("IS NULL");
    expect(where("{year} > 2020.5", { columns })).toBe('"year" > CAST(? AS INTEGER)');
    expect(where('{createdAt} > "2024-01-01"', { columns })).toBe('"createdAt" >= ?');
    expect(where("{createdAt} = BLANK()", { columns })).toBe("1 = 0");
    expect(where("NOT({sold})", { columns })).toBe('"sold" <> 1');
    expect(where('{country} = "x"', { table: ["main", "cars"] })).toBe(
      '"main"."cars"."country" = ?',
    );
  });

  it("treats a property that is `undefined` as missing", () => {
    // Untyped, as in JavaScript.
    const price: unknown = { column: undefined, notNull: undefined, range: undefined };
    const columns = { price: price as ColumnMapping };
    expect(where("NOT({price})", { columns })).toBe(where("NOT({price})"));
  });

  it("counts placeholders from the given number", () => {
    const formula = compileOrThrow('{country} = "Italy"', schema);
    expect(formula.toSql(sqlite, { firstParameter: 3 }).params).toEqual(["Italy"]);
  });
});

describe("the residual", () => {
  it("has single conditions, under NOT too", () => {
    const formula = compileOrThrow(
      'NOT(OR({price} > 50000, REGEX_MATCH({title}, "[xy]"), {country} = "Spain"))',
      schema,
    );
    const { prefilter, residual } = formula.toSql(sqlite, {});
    expect(prefilter).toBe(
      '(("price" <= CAST(? AS REAL) OR "price" IS NULL) AND ("country" <> ? OR "country" IS NULL))',
    );
    expect(residual?.fields).toEqual(["title"]);
    expect(residual?.matches({ title: "axb" })).toBe(false);
    expect(residual?.matches({ title: "a" })).toBe(true);
    expect(residual?.filter([{ title: "a" }, { title: "x" }])).toEqual([{ title: "a" }]);
  });

  it("has everything if one branch of an OR has no SQL", () => {
    const { prefilter, residual } = compileOrThrow(
      'OR({price} > 5, REGEX_MATCH({title}, "[xy]"))',
      schema,
    ).toSql(sqlite, {});
    expect(prefilter).toBe("1 = 1");
    expect(residual?.fields).toEqual(["price", "title"]);
  });

  it("is not needed for a text beyond ASCII in a search that ignores case", () => {
    const { where, params, residual } = compileOrThrow('SEARCH("é", {title})', schema).toSql(
      sqlite,
    );
    expect(residual).toBeUndefined();
    expect(where).toContain('lower("title")');
    expect(params).toEqual(expect.arrayContaining(["é", "É"]));
  });

  it("has conditions whose SQL would be too long", () => {
    const squares = (depth: number): string =>
      depth === 0
        ? "LEFT({title}, {price})"
        : `REPLACE(${squares(depth - 1)}, 1, {tax}, {country})`;
    const { prefilter, residual } = compileOrThrow(`${squares(6)} = "a"`, schema).toSql(sqlite, {});
    expect(prefilter).toBe("1 = 1");
    expect(residual?.reasons).toEqual(["its SQL would be too long"]);
  });

  it("holds the instant at which the SQL was written", () => {
    let now = new Date("2024-02-29T12:00:00Z");
    const formula = compileOrThrow(
      'AND({createdAt} < NOW(), REGEX_MATCH({title} & NOW(), "202[45]"))',
      schema,
      {
        clock: () => now,
      },
    );
    const { params, residual } = formula.toSql(sqlite, {});
    now = new Date("2025-02-28T12:00:00Z");
    expect(params).toContain("2024-02-29T12:00:00.000Z");
    expect(residual?.matches({ title: "a" })).toBe(true);
  });
});

describe("explainSql", () => {
  it("returns which part runs where, and why", () => {
    const formula = compileOrThrow(
      'AND({price} < 5, EXP({tax}) > 3, REGEX_MATCH({title}, "^Tesla [A-M]"))',
      schema,
    );
    expect(explainSql(formula, sqlite)).toMatchObject([
      { text: "{price} < 5", runs: "database", where: '"price" < CAST(? AS REAL)', reasons: [] },
      { text: "EXP({tax}) > 3", runs: "memory", where: undefined },
      { text: 'REGEX_MATCH({title}, "^Tesla [A-M]")', runs: "both" },
    ]);
    const [, memory] = explainSql(formula, sqlite);
    expect(memory?.reasons[0]).toContain("memory");
  });

  it("has the position of a part that is a negation", () => {
    const text = 'AND({price} < 5, ENCODE_URL_COMPONENT({title}) != "x")';
    expect(explainSql(compileOrThrow(text, schema), sqlite)).toMatchObject([
      { text: "{price} < 5", runs: "database" },
      { text: 'ENCODE_URL_COMPONENT({title}) != "x"', runs: "memory" },
    ]);
  });
});

function whereOnPostgres(formula: string, columns: SqlOptions["columns"] = {}): unknown {
  return compileOrThrow(formula, schema).toSql(postgres, { columns }).where;
}

describe("mistakes of the program", () => {
  it.each<readonly [string, () => unknown, RegExp]>([
    [
      "a name with NUL",
      () => where('{country} = "x"', { columns: { country: { column: "a\0" } } }),
      /does not allow the name/,
    ],
    [
      "a storage of another type",
      () => where("{price} > 1", { columns: { price: { storage: "json" } } }),
      /`price` is number/,
    ],
    [
      "a storage the engine lacks",
      () => where('HAS({tags}, "x")', { columns: { tags: { storage: "array" } } }),
      /no arrays/,
    ],
    [
      "a list without a delimiter",
      () =>
        where('HAS({tags}, "x")', { columns: { tags: { storage: "delimited", delimiter: "" } } }),
      /empty delimiter/,
    ],
    [
      "a type of the database whose values are not in formulas",
      () => whereOnPostgres("{price} > 1", { price: { storage: "point" } }),
      /`price` cannot be point on PostgreSQL: a shape cannot be a value of a formula: make a view/,
    ],
    [
      "a type of the database for other fields",
      () => whereOnPostgres("{price} > 1", { price: { storage: "uuid" } }),
      /`price` is number, which is not stored as uuid/,
    ],
    [
      "a storage that the engine lacks, of a value",
      () =>
        compileOrThrow("{tags}", schema).toSqlValue(sqlite, {
          columns: { tags: { storage: "array" } },
        }),
      /no arrays/,
    ],
  ])("%s is named", (_, act, message) => {
    expect(act).toThrow(SqlMappingError);
    expect(act).toThrow(message);
  });
});

describe("a mapping", () => {
  it("may have the columns of hidden fields", () => {
    const shown = defineSchema({
      vin: { type: "text", key: true },
      price: "number",
      cost: { type: "number", hidden: true },
    });
    const cars = { table: "cars", columns: { cost: { storage: "integer" } } };
    const filter = compileOrThrow("{price} > 1", shown);
    expect(filter.toSql(sqlite, cars).where).toContain("price");
    expect(toCount(sqlite, { ...cars, filter })?.text).toContain("COUNT");
    expect(toQuery(sqlite, { ...cars, schema: shown, filter }).text).not.toContain("cost");
  });
});

describe("misuse", () => {
  const table = { schema, table: "cars" };
  const filter = compileOrThrow("{price} > 1", schema);
  // Untyped, as in JavaScript.
  const untyped = (value: unknown): never => value as never;

  it.each<readonly [act: () => unknown, message: string]>([
    [
      () => toQuery(sqlite, { ...table, fields: ["prise"] }),
      "`toQuery`: a field must be the name of a field of the schema, but is the text `prise`; did you mean `price`?",
    ],
    [() => toQuery(sqlite, { ...table, sort: [{ field: "x" }] }), "but is the text `x`"],
    [() => toQuery(sqlite, { ...table, sort: [untyped("price")] }), "but is undefined"],
    [() => toQuery(sqlite, { ...table, sort: untyped("price") }), "an array of keys"],
    [() => toQuery(sqlite, { ...table, sort: [{ field: "tags" }] }), "lists have none"],
    [
      () => toQuery(sqlite, { ...table, sort: [{ field: "price", direction: untyped("down") }] }),
      '`toQuery`: the direction of `price` must be "asc" or "desc", but is the text `down`',
    ],
    [
      () => toQuery(sqlite, { ...table, sort: [{ formula: filter, direction: untyped("down") }] }),
      '`toQuery`: the direction of a formula must be "asc" or "desc", but is the text `down`',
    ],
    [() => toQuery(sqlite, { ...table, limit: 1.5 }), "a whole number from 0"],
    [() => toQuery(sqlite, { ...table, columns: { x: {} } }), "but is the text `x`"],
    [
      () => filter.toSql(sqlite, { columns: { prise: { notNull: true } } }),
      "`toSql`: the field of a column must be the name of a field of the schema, but is the text `prise`; did you mean `price`?",
    ],
    [() => filter.toSql(sqlite, { columns: { x: {} }, exact: true }), "but is the text `x`"],
    [
      () => toCount(sqlite, { table: "cars", columns: { x: {} }, filter }),
      "`toCount`: the field of",
    ],
    [() => explainSql(filter, sqlite, { columns: { x: {} } }), "`explainSql`: the field of"],
    [
      () => filter.toSql(sqlite, { columns: { price: untyped({ storge: "integer" }) } }),
      "`toSql`: the column of `price` has no property `storge`; the properties are column, storage, ",
    ],
    [
      () => filter.toSql(sqlite, { columns: { price: { notNull: untyped("yes") } } }),
      "`toSql`: the column of `price`: its notNull must be `true` or `false`, but is the text `yes`",
    ],
    [
      () => filter.toSql(sqlite, { columns: { price: untyped({ choices: ["a"] }) } }),
      "`toSql`: the column of `price` has no property `choices`; declare them in the schema",
    ],
    [
      () => filter.toSql(sqlite, { columns: { price: { sql: untyped({ toSQL: undefined }) } } }),
      "its sql must be a text, but is a plain object; of an expression of a query builder, give the text to which it compiles",
    ],
    [
      () => filter.toSql(sqlite, { columns: { price: { range: [5, 1] } } }),
      "the column of `price`: its range must be two numbers, the least one first",
    ],
    [
      () => filter.toSql(sqlite, { columns: { price: { range: untyped(["1", 2]) } } }),
      "its range must be two numbers",
    ],
    [() => filter.toSql(sqlite, { columns: { price: { range: [0, Number.NaN] } } }), "its range"],
    [
      () => toQuery(sqlite, { schema: defineSchema({ a: "text" }), table: "t" }),
      "`toQuery`: the schema must have a key field, for a total order; declare one with `key: true`",
    ],
    [
      () => toQuery(sqlite, { ...table, after: { price: 1 } }),
      "`toQuery`: `after` must be a record with the key `vin`, a text, but is a plain object",
    ],
    [() => toQuery(sqlite, { ...table, after: { vin: null } }), "the key `vin`, a text"],
    [() => toQuery(sqlite, { ...table, after: "WV1" }), "but is the text `WV1`"],
    [
      () => toQuery(sqlite, { ...table, after: { vin: "WV1" }, sort: [{ field: "price" }] }),
      "a record with the sorted field `price`, a number",
    ],
    [
      () => {
        const other = defineSchema({ vin: { type: "text", key: true }, price: "text" });
        return toQuery(sqlite, { schema: other, table: "cars", filter });
      },
      "`toQuery`: the filter reads `price`, a number, which the schema does not have",
    ],
    [
      () => toQuery(sqlite, { ...table, filter: untyped("{price} > 1") }),
      "one that `compile` made",
    ],
    [
      () => toQuery(sqlite, { ...table, schema: untyped({ vin: "text" }) }),
      "pass the declarations to `defineSchema` first",
    ],
    [() => toQuery(untyped("sqlite"), table), "but is the text `sqlite`"],
    [() => toCount(untyped("sqlite"), table), "`toCount`: the first argument must be a dialect"],
    [() => filter.toSql(untyped("postgres")), "`toSql`: the first argument must be a dialect"],
    [() => explainSql(filter, untyped("postgres")), "`explainSql`: the second argument"],
  ])("%s", (act, message) => {
    expect(act).toThrow(TypeError);
    expect(act).toThrow(message);
  });
});
