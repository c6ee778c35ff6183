import { afterEach, describe, expect, it } from "vitest";
import { compileOrThrow } from "../../src/index.ts";
import { expectSameEverywhere, schemaOf } from "./everywhere.ts";

const CARS = schemaOf({ country: "text", price: "number", sold: "boolean", tags: "list" });

function pollute(name: string, value: unknown): void {
  Object.defineProperty(Object.prototype, name, {
    value,
    configurable: true,
    enumerable: false,
    writable: true,
  });
}

afterEach(() => {
  for (const name of ["country", "price", "sold", "tags", "get"])
    Reflect.deleteProperty(Object.prototype, name);
});

describe("a property of Object.prototype", () => {
  const rows = [
    {},
    { country: "Italy" },
    { country: "Spain", price: 1 },
    Object.create(null),
    [],
    null,
  ];

  it.each([
    "{country} = 'Italy'",
    "FIND('tal', {country})",
    "{country}",
    "NOT({country})",
    "{price} > 0",
    "{sold}",
    "NOT({sold})",
    "HAS({tags}, 'x')",
    "{price} = BLANK()",
  ])("is never read as a value: %s", (source) => {
    const formula = compileOrThrow<unknown>(source, CARS);
    const before = formula.filter(rows);
    const many = Array.from({ length: 3_000 }, () => rows).flat();
    const manyBefore = formula.filter(many).length;
    pollute("country", "Italy");
    pollute("price", 5);
    pollute("sold", true);
    pollute("tags", ["x"]);
    expect(formula.filter(rows)).toEqual(before);
    expect(formula.filter(many)).toHaveLength(manyBefore);
    expect(rows.filter((row) => formula.matches(row))).toEqual(before);
    expect(compileOrThrow<unknown>(source, CARS).filter(rows)).toEqual(before);
    expectSameEverywhere(source, rows, CARS);
    expect(compileOrThrow<unknown>(source, CARS).explain({}).value).toEqual(
      compileOrThrow<unknown>(source, CARS).evaluate({}),
    );
  });

  it("is not even read if it is a getter", () => {
    let reads = 0;
    Object.defineProperty(Object.prototype, "country", {
      get: () => {
        reads++;
        return "Italy";
      },
      configurable: true,
    });
    expect(compileOrThrow<unknown>("{country} = 'Italy'", CARS).filter(rows)).toEqual([rows[1]]);
    expect(reads).toBe(0);
  });

  it("has no effect once it is removed", () => {
    const formula = compileOrThrow<unknown>("{country} = 'Italy'", CARS);
    pollute("country", "Italy");
    expect(formula.matches({})).toBe(false);
    Reflect.deleteProperty(Object.prototype, "country");
    expect(formula.matches(Object.create({ country: "Italy" }))).toBe(true);
  });
});

describe("fields with names of Object.prototype", () => {
  const NAMES = [
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "__proto__",
    "__defineGetter__",
    "__lookupSetter__",
  ];

  it.each(NAMES)("%s is the row's own value, and blank without one", (name) => {
    const schema = schemaOf(JSON.parse(JSON.stringify({ rows: "text" }).replace("rows", name)));
    const own: unknown = JSON.parse(`{${JSON.stringify(name)}: "x"}`);
    const rows = [{}, own, [], null, Object.create(null), new (class {})()];
    for (const source of [`{${name}} = 'x'`, `FIND('x', {${name}})`, `{${name}}`]) {
      expect(expectSameEverywhere(source, rows, schema)).toEqual([own]);
    }
    expect(expectSameEverywhere(`{${name}} = ''`, rows, schema)).toHaveLength(rows.length - 1);
  });

  it("are read from own keys of JSON, without an effect on any prototype", () => {
    const schema = schemaOf(JSON.parse('{"__proto__":"text","admin":"boolean"}'));
    const row: unknown = JSON.parse('{"__proto__":"x"}');
    const nested: unknown = JSON.parse('{"__proto__":{"admin":true}}');
    const formula = compileOrThrow<unknown>("OR({admin}, {__proto__} = 'x')", schema);
    expect(formula.filter([row, nested, {}])).toEqual([row]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it("a row's prototype is not a value", () => {
    const schema = schemaOf(JSON.parse('{"__proto__":"text","constructor":"text"}'));
    expect(
      expectSameEverywhere(
        "OR({__proto__}, {constructor})",
        [{}, new Date(0), Object.create({ x: 1 })],
        schema,
      ),
    ).toEqual([]);
  });
});

describe("names of properties of other containers", () => {
  it("are read from the row, like any inherited property", () => {
    const schema = schemaOf({ length: "number", size: "number", name: "text" });
    const rows = [["a", "b"], new Map([[1, 1]]), new Error("e"), {}, () => 1];
    expect(expectSameEverywhere("{length} = 2", rows, schema)).toEqual([rows[0]]);
    expect(expectSameEverywhere("{size} = 1", rows, schema)).toEqual([rows[1]]);
    expect(expectSameEverywhere("{name} = 'Error'", rows, schema)).toEqual([rows[2]]);
  });
});
