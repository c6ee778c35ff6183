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

describe("what is put on Object.prototype", () => {
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
  ])("is never picked up: %s", (source) => {
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

  it("does not even read a getter there", () => {
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

  it("is forgotten once it is gone", () => {
    const formula = compileOrThrow<unknown>("{country} = 'Italy'", CARS);
    pollute("country", "Italy");
    expect(formula.matches({})).toBe(false);
    Reflect.deleteProperty(Object.prototype, "country");
    expect(formula.matches(Object.create({ country: "Italy" }))).toBe(true);
  });
});

describe("fields named like what every object inherits", () => {
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

  it.each(NAMES)("%s is what the row itself holds, and blank where it holds nothing", (name) => {
    const schema = schemaOf(JSON.parse(JSON.stringify({ rows: "text" }).replace("rows", name)));
    const own: unknown = JSON.parse(`{${JSON.stringify(name)}: "x"}`);
    const rows = [{}, own, [], null, Object.create(null), new (class {})()];
    for (const source of [`{${name}} = 'x'`, `FIND('x', {${name}})`, `{${name}}`]) {
      expect(expectSameEverywhere(source, rows, schema)).toEqual([own]);
    }
    expect(expectSameEverywhere(`{${name}} = ''`, rows, schema)).toHaveLength(rows.length - 1);
  });

  it("are read from own keys that JSON gives, with no effect on any prototype", () => {
    const schema = schemaOf(JSON.parse('{"__proto__":"text","admin":"boolean"}'));
    const row: unknown = JSON.parse('{"__proto__":"x"}');
    const nested: unknown = JSON.parse('{"__proto__":{"admin":true}}');
    const formula = compileOrThrow<unknown>("OR({admin}, {__proto__} = 'x')", schema);
    expect(formula.filter([row, nested, {}])).toEqual([row]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it("a row's own prototype is no value", () => {
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

describe("names that other containers have", () => {
  it("count when the row has them, as any inherited property does", () => {
    const schema = schemaOf({ length: "number", size: "number", name: "text" });
    const rows = [["a", "b"], new Map([[1, 1]]), new Error("e"), {}, () => 1];
    expect(expectSameEverywhere("{length} = 2", rows, schema)).toEqual([rows[0]]);
    expect(expectSameEverywhere("{size} = 1", rows, schema)).toEqual([rows[1]]);
    expect(expectSameEverywhere("{name} = 'Error'", rows, schema)).toEqual([rows[2]]);
  });
});
