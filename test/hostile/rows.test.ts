import { describe, expect, it } from "vitest";
import { compileOrThrow, isErrorValue } from "../../src/index.ts";
import { expectSameEverywhere, HOSTILE_SCHEMA, READING } from "./everywhere.ts";

function fail(): never {
  throw new Error("hostile");
}

const FIELD_NAMES = ["t", "n", "b", "d", "l"];
const EVERY_TRAP: ProxyHandler<object> = {
  get: fail,
  has: fail,
  ownKeys: fail,
  getOwnPropertyDescriptor: fail,
  getPrototypeOf: fail,
};

/** An instance whose values are on its prototype, as those of many record classes are. */
class Listing {
  get t(): string {
    return "x";
  }
  get n(): number {
    return 1;
  }
  get b(): boolean {
    return true;
  }
  get d(): Date {
    return new Date(0);
  }
  get l(): readonly string[] {
    return ["x", "y"];
  }
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const good = { t: "x", n: 1, b: true, d: new Date(0), l: ["x", "y"] };

const NO_ROWS: readonly unknown[] = [
  null,
  undefined,
  0,
  1,
  "x",
  "",
  true,
  5n,
  Symbol("row"),
  () => good,
  fail,
];

const ROWS_WITHOUT_VALUES: readonly unknown[] = [
  {},
  [],
  [good],
  Object.create(null),
  new Map([["t", "x"]]),
  new Date(0),
  /x/,
  new Proxy({}, EVERY_TRAP),
  revokedProxy(),
  Object.defineProperties(
    {},
    Object.fromEntries(FIELD_NAMES.map((name) => [name, { get: fail, enumerable: true }])),
  ),
  Object.defineProperties({}, Object.fromEntries(FIELD_NAMES.map((name) => [name, { set: fail }]))),
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, Object.assign(() => good, { toString: fail, valueOf: fail })]),
  ),
  Object.fromEntries(
    FIELD_NAMES.map((name) => [
      name,
      { toString: fail, valueOf: fail, [Symbol.toPrimitive]: fail, toJSON: fail },
    ]),
  ),
  Object.fromEntries(FIELD_NAMES.map((name) => [name, new Proxy([], EVERY_TRAP)])),
  Object.fromEntries(FIELD_NAMES.map((name) => [name, new Proxy(new Date(0), EVERY_TRAP)])),
  Object.fromEntries(FIELD_NAMES.map((name) => [name, Symbol(name)])),
];

const ROWS_WITH_ALL_VALUES: readonly unknown[] = [
  good,
  new Listing(),
  Object.create(good),
  Object.freeze({ ...good, l: Object.freeze([...good.l]) }),
  Object.assign(Object.create(null), good),
  new Proxy(good, {}),
  Object.assign([], good),
  Object.assign(new Map(), good),
];

describe("rows that are not objects are rows of blanks", () => {
  it.each(READING)("%s", (source) => {
    const rows = [...NO_ROWS, ...ROWS_WITHOUT_VALUES, {}];
    const hits = expectSameEverywhere(source, rows);
    // All of them are alike, so either all match or none does.
    expect([0, rows.length]).toContain(hits.length);
  });
});

describe("rows with unusual properties are like any other", () => {
  it.each(READING)("%s", (source) => {
    const hits = expectSameEverywhere(source, ROWS_WITH_ALL_VALUES);
    expect([0, ROWS_WITH_ALL_VALUES.length]).toContain(hits.length);
    expect(expectSameEverywhere(source, [good]).length === 1).toBe(hits.length > 0);
  });
});

describe("a row whose getter throws", () => {
  const half: readonly unknown[] = FIELD_NAMES.map((name) =>
    Object.defineProperty({ ...good }, name, { get: fail, enumerable: true }),
  );

  it.each(READING)("is blank in that field only: %s", (source) => {
    const blanked: readonly unknown[] = FIELD_NAMES.map((name) => ({ ...good, [name]: undefined }));
    const expected = expectSameEverywhere(source, blanked).map((row) => blanked.indexOf(row));
    const hits = expectSameEverywhere(source, half).map((row) => half.indexOf(row));
    expect(hits).toEqual(expected);
  });

  it("does not keep other rows from being found", () => {
    const formula = compileOrThrow<unknown>("{n} > 0", HOSTILE_SCHEMA);
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      index % 1_000 === 7
        ? new Proxy({}, EVERY_TRAP)
        : index % 1_000 === 8
          ? null
          : { n: index % 2 },
    );
    const found = formula.filter(rows);
    expect(found).toEqual(
      rows.filter((_, index) => index % 1_000 !== 7 && index % 1_000 !== 8 && index % 2 === 1),
    );
  });
});

describe("wrong and extreme values count as blank, by every strategy", () => {
  const VALUES: readonly unknown[] = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -0,
    5e-324,
    -1.7976931348623157e308,
    2 ** 53 + 2,
    5n,
    "1",
    "a\u0000b",
    "x\ud800",
    "\udc00x",
    "😀x",
    "",
    Object("x"),
    Object(1),
    Object(true),
    "TRUE",
    1,
    new Date(Number.NaN),
    new Date(8.64e15),
    new Date(-8.64e15),
    new Date("1899-12-31T23:59:59.999Z"),
    new Date("2299-01-01T00:00:00.000Z"),
    new Date(0.5),
    "1970-01-01",
    "1970-01-01T00:00:00.000Z",
    "1970-13-01",
    0,
    Object.assign(Object.create(Date.prototype), { getTime: () => 0 }),
    Object.assign(new Date(0), { getTime: fail, valueOf: fail }),
    ["x", 1],
    ["x", "\ud800"],
    ["x", ["y"]],
    [""],
    ["", ""],
    new Array(3),
    Object.assign(["x"], { length: 3 }),
    { 0: "x", length: 1 },
    new Set(["x"]),
    new Uint8Array(3),
    Object.assign(["x", "y"], {
      every: fail,
      map: fail,
      join: fail,
      includes: fail,
      [Symbol.iterator]: fail,
    }),
  ];

  it.each(READING)("%s", (source) => {
    const rows = VALUES.flatMap((value) => [
      ...FIELD_NAMES.map((name) => ({ ...good, [name]: value })),
      Object.fromEntries(FIELD_NAMES.map((name) => [name, value])),
    ]);
    expectSameEverywhere(source, rows);
  });
});

describe("huge values", () => {
  const million = "x".repeat(2 ** 20);
  const rows = [
    { t: million, n: 1, l: [million] },
    { t: `${million}\ud800`, n: 1, l: [million, "\ud800"] },
    {
      t: `${"😀".repeat(2 ** 18)}x`,
      l: Array.from({ length: 10_000 }, (_, index) => `item ${index}`),
    },
    { t: "x", l: Object.assign([], { length: 10_000 }) },
    { t: "x", l: Array.from({ length: 10_000 }, () => "x".repeat(20)) },
    { t: "x", l: ["x", "y"] },
  ];

  it.each(READING)("are read like others: %s", (source) => {
    expectSameEverywhere(source, rows);
  });

  it("make a text that is too long an error, and no other", () => {
    const joined = compileOrThrow<unknown>("ARRAYJOIN({l})", HOSTILE_SCHEMA);
    expect(rows.map((row) => isErrorValue(joined.evaluate(row)))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    const appended = compileOrThrow<unknown>("{t} & '!'", HOSTILE_SCHEMA);
    expect(rows.map((row) => isErrorValue(appended.evaluate(row)))).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("a value that differs at each reading", () => {
  const different: readonly unknown[] = [
    "x",
    1,
    null,
    ["x"],
    new Date(0),
    true,
    Number.NaN,
    "\ud800",
    [1],
    {},
    Symbol("x"),
    -0,
  ];

  it.each(READING)("throws nothing, and gives no value of the wrong type: %s", (source) => {
    const formula = compileOrThrow<unknown>(source, HOSTILE_SCHEMA);
    let reads = 0;
    const row = Object.defineProperties(
      {},
      Object.fromEntries(
        FIELD_NAMES.map((name) => [name, { get: () => different[reads++ % different.length] }]),
      ),
    );
    for (let round = 0; round < 50; round++) {
      const value = formula.evaluate(row);
      expect(typeof formula.matches(row)).toBe("boolean");
      if (value !== null && !isErrorValue(value))
        expect(typeof value).toBe(
          { text: "string", number: "number", boolean: "boolean", date: "object", list: "object" }[
            formula.type
          ],
        );
    }
    const many = Array.from({ length: 3_000 }, () => row);
    for (const found of formula.filter(many)) expect(found).toBe(row);
    for (let round = 0; round < 50; round++) expect(typeof formula.matches(row)).toBe("boolean");
  });
});

describe("rows with side effects", () => {
  it.each(["{n} > 0", "{n} = BLANK()", "NOT({n} + {n} = 3)"])(
    "may change the list of rows: %s",
    (source) => {
      for (const size of [5, 5_000]) {
        for (const change of [
          (rows: unknown[]) => rows.push({ n: 1 }, { n: 1 }),
          (rows: unknown[]) => rows.splice(1),
          (rows: unknown[]) => rows.fill(null),
          (rows: unknown[]) => rows.reverse(),
          (rows: unknown[]) => Object.freeze(rows),
        ]) {
          const rows: unknown[] = Array.from({ length: size }, () => ({ n: 1 }));
          let changed = false;
          rows[0] = {
            get n(): number {
              if (!changed) change(rows);
              changed = true;
              return 1;
            },
          };
          const found = compileOrThrow<unknown>(source, HOSTILE_SCHEMA).filter(rows);
          expect(changed).toBe(true);
          expect(found.length).toBeLessThanOrEqual(size);
        }
      }
    },
  );

  it.each(["{n} > 0", "AND({n} + {m} > 1, ({n} + {m}) * ({n} + {m}) < 9)"])(
    "may filter with the same formula: %s",
    (source) => {
      const schema = { schema: HOSTILE_SCHEMA, source: source.replaceAll("{m}", "LEN({t})") };
      const formula = compileOrThrow<unknown>(schema.source, schema.schema);
      for (const size of [10, 5_000]) {
        const inner = Array.from({ length: size }, (_, index) => ({ n: index % 3, t: "x" }));
        const expected = inner.map((row) => formula.matches(row));
        let depth = 0;
        const outer = inner.map(({ n, t }, index) => ({
          get n(): number {
            if (index % (size / 5) === 1 && depth < 2) {
              depth++;
              expect(formula.filter(inner)).toEqual(inner.filter((_, index) => expected[index]));
              expect(formula.matches(inner[1])).toBe(expected[1]);
              depth--;
            }
            return n;
          },
          t,
        }));
        expect(formula.filter(outer)).toEqual(outer.filter((_, index) => expected[index]));
      }
    },
  );

  it("cannot make the filter endless by adding rows", () => {
    const rows: unknown[] = [];
    let reads = 0;
    class Growing {
      get n(): number {
        reads++;
        rows.push(new Growing());
        return 1;
      }
    }
    rows.push(new Growing(), new Growing(), new Growing());
    expect(compileOrThrow<unknown>("{n} = 1", HOSTILE_SCHEMA).filter(rows)).toHaveLength(3);
    expect(reads).toBeLessThan(10);
  });
});

describe("rows are never changed", () => {
  it.each(READING)("%s", (source) => {
    const writes: string[] = [];
    const guard: ProxyHandler<object> = {
      set: (_, name) => {
        writes.push(String(name));
        return true;
      },
      deleteProperty: (_, name) => {
        writes.push(String(name));
        return true;
      },
      defineProperty: (_, name) => {
        writes.push(String(name));
        return true;
      },
    };
    const list = new Proxy(["y", "x", "x"], guard);
    const row = new Proxy({ ...good, l: list }, guard);
    const formula = compileOrThrow<unknown>(source, HOSTILE_SCHEMA);
    formula.matches(row);
    formula.evaluate(row);
    formula.explain(row);
    formula.filter(Array.from({ length: 2_500 }, () => row));
    expect(writes).toEqual([]);
  });

  it("a returned list is a copy", () => {
    const formula = compileOrThrow<unknown>("{l}", HOSTILE_SCHEMA);
    const row = { l: ["x", "y"] };
    const value = formula.evaluate(row);
    if (!Array.isArray(value)) throw new Error("a list was expected");
    value.push("z");
    expect(row.l).toEqual(["x", "y"]);
  });
});
