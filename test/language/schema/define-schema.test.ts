import { describe, expect, expectTypeOf, it } from "vitest";
import {
  compileOrThrow,
  type DeclaredRow,
  defineSchema,
  type FieldDeclarations,
  type RowOf,
  readSchema,
  type Schema,
  SchemaError,
} from "../../../src/index.ts";
import { readSchema as readWithoutFormulas } from "../../../src/language/schema/index.ts";

describe("defineSchema", () => {
  const cars = defineSchema({
    vin: { type: "text", key: true },
    price: "number",
    sold: { type: "boolean", description: "Whether the car is gone." },
    createdAt: { type: "date", role: "created" },
    changedAt: { type: "date", role: "modified" },
    tags: "list",
    secret: { type: "text", hidden: true },
  });

  it("infers the type of the rows", () => {
    type Row = RowOf<typeof cars>;
    expectTypeOf<Row["vin"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Row["price"]>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<Row["sold"]>().toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf<Row["createdAt"]>().toEqualTypeOf<Date | string | null | undefined>();
    expectTypeOf<Row["tags"]>().toEqualTypeOf<readonly string[] | null | undefined>();
    expectTypeOf<DeclaredRow<{ a: "number" }>>().toEqualTypeOf<{
      readonly a?: number | null | undefined;
    }>();
    expectTypeOf<keyof Row>().toEqualTypeOf<
      "vin" | "price" | "sold" | "createdAt" | "changedAt" | "tags" | "secret"
    >();
  });

  it("gives formulas that take such rows and return them", () => {
    interface Car {
      readonly vin: string;
      readonly price: number;
      readonly extra: symbol;
    }
    const formula = compileOrThrow("{price} > 1", cars);
    const found = formula.filter<Car>([{ vin: "a", price: 2, extra: Symbol("kept") }]);
    expectTypeOf(found).toEqualTypeOf<Car[]>();
    expect(found).toHaveLength(1);
    // @ts-expect-error: a price is no text
    formula.matches({ price: "2" });
    // @ts-expect-error: nor is a tag a number
    formula.matches({ tags: [1] });
    expectTypeOf(formula.matches)
      .parameter(0)
      .toExtend<{ readonly price?: number | null | undefined }>();
  });

  it("refuses invalid declarations at compile time", () => {
    const wrong = (): readonly Schema[] => [
      // @ts-expect-error: there is no such type
      defineSchema({ a: "integer" }),
      // @ts-expect-error: nor such a role
      defineSchema({ a: { type: "date", role: "deleted" } }),
    ];
    expect(wrong).toThrow(SchemaError);
  });

  it("has the fields in their order, without the hidden ones", () => {
    expect([...cars.fields.keys()]).toEqual([
      "vin",
      "price",
      "sold",
      "createdAt",
      "changedAt",
      "tags",
    ]);
    expect(cars.fields.get("sold")).toEqual({
      name: "sold",
      type: "boolean",
      description: "Whether the car is gone.",
    });
  });

  it("has the fields with a role", () => {
    expect(cars.key).toEqual({ name: "vin", type: "text", role: "key" });
    expect(cars.created).toEqual({ name: "createdAt", type: "date", role: "created" });
    expect(cars.modified).toEqual({ name: "changedAt", type: "date", role: "modified" });
    const plain = defineSchema({ a: "text" });
    expect([plain.key, plain.created, plain.modified]).toEqual([undefined, undefined, undefined]);
  });

  it("ignores the role of a hidden field", () => {
    const schema = defineSchema({ id: { type: "text", key: true, hidden: true } });
    expect(schema.key).toBeUndefined();
  });

  it("is frozen, and reads its declarations once", () => {
    const declarations: Record<string, "text" | "number"> = { a: "text" };
    const schema = defineSchema(declarations);
    declarations.b = "number";
    declarations.a = "number";
    expect([...schema.fields.keys()]).toEqual(["a"]);
    expect(schema.fields.get("a")?.type).toBe("text");
    expect(Object.isFrozen(schema)).toBe(true);
    expect(Object.isFrozen(schema.fields.get("a"))).toBe(true);
  });

  it("throws every problem at once", () => {
    expect(() => defineSchema({ "": "text", a: { type: "list", key: true } })).toThrow(
      "field ``: the name is empty; field `a`: only a text or a number has `key`",
    );
    try {
      defineSchema({ "": "text", a: { type: "list", key: true } });
    } catch (error) {
      expect(error).toBeInstanceOf(SchemaError);
      expect(error).toMatchObject({
        name: "SchemaError",
        problems: [
          { code: "field-name", data: { field: "", reason: "empty" } },
          {
            code: "property-type",
            data: { field: "a", property: "key", types: ["text", "number"] },
            message: "field `a`: only a text or a number has `key`",
          },
        ],
      });
    }
  });
});

describe("a schema as JSON", () => {
  it("is read back the same, hidden fields included", () => {
    const json = {
      fields: {
        id: { type: "number", key: true },
        title: "text",
        at: { type: "date", role: "created", description: "When." },
        secret: { type: "text", hidden: true },
        'odd "name"\n{x}\\': "list",
      },
    };
    const result = readSchema(json);
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join());
    expect(JSON.parse(JSON.stringify(result.schema))).toEqual(json);
    const again = readSchema(JSON.parse(JSON.stringify(result.schema)));
    expect(again.ok && [...again.schema.fields]).toEqual([...result.schema.fields]);
  });
});

describe("readSchema", () => {
  it.each([
    [null],
    [undefined],
    [5],
    ["fields"],
    [[]],
    [{}],
    [{ fields: null }],
    [{ fields: [] }],
    [{ fields: "a" }],
  ])("%j has no fields", (json) => {
    expect(readSchema(json)).toMatchObject({
      ok: false,
      problems: [{ message: "`fields` must be an object" }],
    });
  });

  it.each<[string, unknown, readonly string[]]>([
    ["an empty name", { "": "text" }, ["field ``: the name is empty"]],
    [
      "a lone surrogate in a name",
      { "a\ud800": "text" },
      ["field `a\\u{d800}`: the name is not well-formed text"],
    ],
    [
      "a NUL in a name",
      { "a\u0000": "text" },
      ["field `a\\u{0}`: the name is not well-formed text"],
    ],
    ["no type", { a: {} }, ["field `a`: `type` must be one of text, number, boolean, date, list"]],
    [
      "an unknown type",
      { a: "integer" },
      ["field `a`: `type` must be one of text, number, boolean, date, list"],
    ],
    [
      "a type of Object.prototype",
      { a: "constructor" },
      ["field `a`: `type` must be one of text, number, boolean, date, list"],
    ],
    ["null", { a: null }, ["field `a`: `type` must be one of text, number, boolean, date, list"]],
    [
      "a list as declaration",
      { a: ["text"] },
      ["field `a`: `type` must be one of text, number, boolean, date, list"],
    ],
    [
      "an unknown property",
      { a: { type: "text", unique: true } },
      ["field `a`: unknown property `unique`"],
    ],
    [
      "a key that is no boolean",
      { a: { type: "text", key: 1 } },
      ["field `a`: `key` must be true or false"],
    ],
    [
      "hidden that is no boolean",
      { a: { type: "text", hidden: "no" } },
      ["field `a`: `hidden` must be true or false"],
    ],
    [
      "choices of a number",
      { a: { type: "number", choices: ["1"] } },
      ["field `a`: only a text or a list has `choices`"],
    ],
    [
      "choices that are no list",
      { a: { type: "text", choices: "b" } },
      ["field `a`: `choices` must be a list of texts"],
    ],
    [
      "a choice that is no text",
      { a: { type: "list", choices: ["b", 1] } },
      ["field `a`: `choices` must be a list of texts"],
    ],
    [
      "no choices",
      { a: { type: "text", choices: [] } },
      ["field `a`: `choices` is empty: leave it out"],
    ],
    [
      "an empty choice",
      { a: { type: "text", choices: ["b", ""] } },
      ["field `a`: a choice is empty: the empty text is blank"],
    ],
    [
      "a choice that is given twice",
      { a: { type: "text", choices: ["b", "c", "b"] } },
      ["field `a`: the choice `b` is given twice"],
    ],
    [
      "choices of a computed field",
      { a: { formula: '"b"', choices: ["b"] } },
      ["field `a`: a computed field has no `choices`"],
    ],
    [
      "a description that is no text",
      { a: { type: "text", description: 5 } },
      ["field `a`: `description` must be a text"],
    ],
    [
      "an unknown role",
      { a: { type: "date", role: "deleted" } },
      ["field `a`: `role` must be `created` or `modified`"],
    ],
    [
      "a key with a role",
      { a: { type: "text", key: true, role: "created" } },
      ["field `a`: a key has no other role", "field `a`: only a date has `role`"],
    ],
    [
      "a key that is a date",
      { a: { type: "date", key: true } },
      ["field `a`: only a text or a number has `key`"],
    ],
    [
      "a created field that is no date",
      { a: { type: "number", role: "created" } },
      ["field `a`: only a date has `role`"],
    ],
    [
      "two keys",
      { a: { type: "text", key: true }, b: { type: "number", key: true } },
      ["`a` and `b` are both the key field"],
    ],
    [
      "two created fields",
      { a: { type: "date", role: "created" }, b: { type: "date", role: "created" } },
      ["`a` and `b` are both the created field"],
    ],
  ])("%s is a problem", (_, fields, problems) => {
    expect(readSchema({ fields })).toMatchObject({
      ok: false,
      problems: problems.map((message) => ({ message })),
    });
  });

  it("refuses a formula without a compiler", () => {
    const json = { fields: { a: "number", double: { formula: "{a} * 2" } } };
    expect(readWithoutFormulas(json)).toMatchObject({
      ok: false,
      problems: [{ message: "field `double`: unknown property `formula`" }],
      diagnostics: [],
    });
    expect(readSchema(json).ok).toBe(true);
  });

  it("reads a key of false and a hidden of false as missing", () => {
    const result = readSchema({
      fields: { a: { type: "date", key: false, hidden: false, role: "created" } },
    });
    expect(result.ok && result.schema.created?.name).toBe("a");
  });

  it("a hidden field still takes its role: two of them are a problem", () => {
    const hidden = { type: "text", key: true, hidden: true };
    expect(readSchema({ fields: { a: hidden, b: hidden } })).toMatchObject({ ok: false });
    const open = { type: "text", key: true };
    expect(readSchema({ fields: { a: hidden, b: open } })).toMatchObject({ ok: false });
    expect(readSchema({ fields: { a: open, b: hidden } })).toMatchObject({ ok: false });
  });

  it("keeps names of Object.prototype as fields of their own", () => {
    const fields: FieldDeclarations = JSON.parse(
      '{"__proto__":"text","constructor":"number","toString":"boolean","hasOwnProperty":"list"}',
    );
    const result = readSchema({ fields });
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join());
    expect([...result.schema.fields.keys()]).toEqual([
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
    ]);
    expect(Object.getPrototypeOf(result.schema.toJSON().fields)).toBe(Object.prototype);
    expect(Object.keys(result.schema.toJSON().fields)).toEqual([
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
    ]);
    const formula = compileOrThrow(
      "AND({__proto__} = 'a', {constructor} = 1, {toString}, HAS({hasOwnProperty}, 'x'))",
      result.schema,
    );
    const row: unknown = JSON.parse(
      '{"__proto__":"a","constructor":1,"toString":true,"hasOwnProperty":["x"]}',
    );
    expect([formula.matches(row), formula.matches({}), formula.matches(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
