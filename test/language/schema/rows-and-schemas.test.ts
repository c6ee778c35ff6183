import { describe, expect, it } from "vitest";
import { checkRow, defineSchema, inferSchema } from "../../../src/index.ts";

function typesOf(rows: Iterable<unknown>): Readonly<Record<string, string>> {
  return Object.fromEntries([...inferSchema(rows).fields].map(([name, { type }]) => [name, type]));
}

describe("inferSchema", () => {
  it("takes the type of all values of a property", () => {
    expect(
      typesOf([
        { a: 1, b: "x", c: true, d: new Date(0), e: ["x"], f: "2024-02-29" },
        { a: null, b: "y", c: false, d: "2024-02-29T10:00:00Z", e: [], f: "2024-03-01" },
      ]),
    ).toEqual({ a: "number", b: "text", c: "boolean", d: "date", e: "list", f: "date" });
  });

  it("knows which dates have a time of day", () => {
    const { fields } = inferSchema([
      { days: "2024-02-29", times: "2024-02-29T10:00:00Z", some: new Date(0), zoned: "2024-02-29" },
      { days: new Date(0), times: "2024-03-01T11:00:00Z", some: new Date(1), zoned: null },
      { days: null, times: "", some: null, zoned: "2024-02-29T01:00:00+01:00" },
      { days: "2024-02-29T00:00:00Z" },
    ]).toJSON();
    const time = { type: "date", time: true };
    expect(fields).toEqual({ days: "date", times: time, some: time, zoned: "date" });
    expect(inferSchema([{ a: new Date(1) }, { a: 1 }, { a: new Date(0) }]).toJSON().fields).toEqual(
      {
        a: "text",
      },
    );
  });

  it("takes text where types differ", () => {
    expect(typesOf([{ a: 1 }, { a: "1" }])).toEqual({ a: "text" });
    expect(typesOf([{ a: "2024-02-29" }, { a: "soon" }])).toEqual({ a: "text" });
    expect(typesOf([{ a: true }, { a: ["x"] }])).toEqual({ a: "text" });
  });

  it("ignores blanks, objects and other rows", () => {
    expect(typesOf([{ a: null, b: undefined, c: "", d: {}, e: [1], f: () => 1, g: 5n }])).toEqual(
      {},
    );
    expect(typesOf([null, undefined, 5, "row", []])).toEqual({});
    expect(typesOf([])).toEqual({});
    expect(typesOf([{ a: "" }, { a: 5 }])).toEqual({ a: "number" });
  });

  it("omits names that no field can have", () => {
    expect(typesOf([{ "": 1, "\ud800": 1, "a\u0000": 1, b: 1 }])).toEqual({ b: "number" });
  });

  it("takes own properties only, also with names of Object.prototype", () => {
    expect(typesOf([Object.create({ inherited: 1 })])).toEqual({});
    expect(Object.keys(typesOf([JSON.parse('{"__proto__": 1, "constructor": "x"}')]))).toEqual([
      "__proto__",
      "constructor",
    ]);
  });

  it("reads up to 10,000 rows of any iterable", () => {
    let asked = 0;
    function* endless(): Generator<unknown> {
      while (true) yield asked++ < 10_000 ? { a: 1 } : { b: 1 };
    }
    expect(typesOf(endless())).toEqual({ a: "number" });
    expect(asked).toBe(10_001);
  });

  it("never throws, even if a getter of a row does", () => {
    const throwing = {
      get a(): never {
        throw new Error("hostile");
      },
      b: 1,
    };
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("hostile");
        },
      },
    );
    const list = new Proxy([], {
      get: () => {
        throw new Error("hostile");
      },
    });
    expect(typesOf([throwing, proxy, { a: 1, c: list }, { b: 2 }])).toEqual({ b: "number" });
  });
});

describe("checkRow", () => {
  const schema = defineSchema({
    text: "text",
    number: "number",
    boolean: "boolean",
    date: "date",
    list: "list",
    secret: { type: "text", hidden: true },
  });

  it("reports nothing for values of their fields' types and for blanks", () => {
    const rows = [
      { text: "x", number: 1, boolean: false, date: new Date(0), list: ["x"] },
      { text: "", number: -0, date: "2024-02-29", list: [] },
      { text: null, number: null, boolean: null, date: null, list: null },
      {},
      { other: 5, secret: 5 },
      Object.create({ text: "inherited" }),
    ];
    for (const row of rows) expect(checkRow(schema, row)).toEqual([]);
  });

  it.each<[string, string, unknown]>([
    ["text", "a text", 5],
    ["text", "a text", "a\ud800"],
    ["text", "a text", "a\u0000"],
    ["text", "a text", Object("x")],
    ["number", "a number", "5"],
    ["number", "a number", Number.NaN],
    ["number", "a number", Number.POSITIVE_INFINITY],
    ["number", "a number", 5n],
    ["boolean", "a boolean", 1],
    ["boolean", "a boolean", "true"],
    ["date", "a date", 0],
    ["date", "a date", "29/02/2024"],
    ["date", "a date", new Date(Number.NaN)],
    ["date", "a date", "1899-12-31"],
    ["list", "a list", "x"],
    ["list", "a list", ["x", 1]],
    ["list", "a list", ["\ud800"]],
  ])("reports a value that counts as blank: %s in place of %s", (field, type, value) => {
    expect(checkRow(schema, { [field]: value })).toEqual([
      {
        code: "wrong-type",
        data: { field, type: schema.fields.get(field)?.type },
        message: `\`${field}\` does not hold ${type}`,
      },
    ]);
  });

  it("reports holes in a list", () => {
    expect(checkRow(schema, { list: new Array(3) })).toMatchObject([
      { message: "`list` does not hold a list" },
    ]);
  });

  it("never throws, even if a getter of a row does", () => {
    const row = {
      get text(): never {
        throw new Error("hostile");
      },
    };
    expect(checkRow(schema, row)).toMatchObject([{ message: "`text` does not hold a text" }]);
    const proxy = new Proxy(
      {},
      {
        get: () => {
          throw new Error("hostile");
        },
      },
    );
    expect(checkRow(schema, proxy)).toHaveLength(5);
  });

  it.each([null, undefined, 5, "row", true])("%s is a row without values", (row) => {
    expect(checkRow(schema, row)).toEqual([]);
  });
});
