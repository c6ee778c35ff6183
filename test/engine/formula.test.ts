import { describe, expect, expectTypeOf, it } from "vitest";
import {
  compile,
  compileOrThrow,
  defineSchema,
  ERROR,
  type ErrorValue,
  FormulaError,
  isErrorValue,
  type Value,
} from "../../src/index.ts";

const cars = defineSchema({
  vin: { type: "text", key: true },
  title: "text",
  price: "number",
  tax: "number",
  sold: "boolean",
  createdAt: { type: "date", role: "created" },
  tags: "list",
});

const car = {
  vin: "5YJ3",
  title: "Model 3",
  price: 50_000,
  tax: null,
  sold: false,
  createdAt: new Date("2024-02-29T12:00:00Z"),
  tags: ["AD15", "AF00"],
};

describe("compile", () => {
  it("returns a formula or diagnostics, and never throws", () => {
    const good = compile("{price} > 1", cars);
    expect(good.ok && good.formula.source).toBe("{price} > 1");
    const bad = compile("{prize} > 1", cars);
    expect(bad).toMatchObject({ ok: false, diagnostics: [{ code: "unknown-field" }] });
    expect("formula" in bad).toBe(false);
  });

  it("keeps warnings beside a formula that works", () => {
    const result = compile("AND({price} > 1, 2 = 2)", cars);
    expect(result).toMatchObject({
      ok: true,
      diagnostics: [{ code: "constant-condition", severity: "warning" }],
    });
    expect(result.ok && result.formula.warnings).toEqual(result.diagnostics);
  });

  it("refuses mistakes that appear once constants are folded", () => {
    expect(compile("REPT('a', 1e9) = {title}", cars)).toMatchObject({
      ok: false,
      diagnostics: [{ code: "text-too-long" }],
    });
  });

  it("reports syntax and names together, in the order of the text", () => {
    const result = compile("{prize} == 1 && {nowhere}", cars);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(
      [...result.diagnostics].sort((a, b) => a.span.start - b.span.start).map(({ code }) => code),
    );
    expect(new Set(result.diagnostics.map(({ code }) => code))).toEqual(
      new Set(["foreign-operator", "unknown-field"]),
    );
  });
});

describe("compileOrThrow", () => {
  it("returns the formula if it is valid", () => {
    expect(compileOrThrow("{price} > 1", cars).matches(car)).toBe(true);
  });

  it("throws a FormulaError with the diagnostics", () => {
    try {
      compileOrThrow("{prize} > 1", cars);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormulaError);
      if (!(error instanceof FormulaError)) throw error;
      expect(error.name).toBe("FormulaError");
      expect(error.diagnostics).toMatchObject([{ code: "unknown-field" }]);
      expect(error.message).toContain("there is no field `prize`");
      expect(error.message).toContain("did you mean `price`");
      expect(error.message).toContain("^^^^^^^");
    }
  });
});

describe("a formula", () => {
  const formula = compileOrThrow("IF(AND({price} > 1, NOT({sold})), price * 2, {tax})", cars);

  it("has its text, its type and the fields that it reads", () => {
    expect(formula.source).toBe("IF(AND({price} > 1, NOT({sold})), price * 2, {tax})");
    expect(formula.type).toBe("number");
    expect(formula.fields).toEqual(["price", "sold", "tax"]);
    expect(formula.warnings).toEqual([]);
  });

  it("does not change the rows, and is not changed by them", () => {
    const rows = Object.freeze([Object.freeze({ ...car }), Object.freeze({ ...car, price: 0 })]);
    const before = JSON.stringify(rows);
    expect(formula.filter(rows)).toEqual([rows[0]]);
    expect(formula.filter(rows)[0]).toBe(rows[0]);
    expect(JSON.stringify(rows)).toBe(before);
  });
});

describe("matches and filter", () => {
  it.each<[string, boolean]>([
    ["{price} > 1", true],
    ["{price} < 1", false],
    ["{price}", true],
    ["{price} - 50000", false],
    ["{tax}", false],
    ["{title}", true],
    ["LEFT({title}, 0)", false],
    ["{createdAt}", true],
    ["IF({sold}, {createdAt})", false],
    ["{tags}", true],
    ["ARRAYCOMPACT('')", false],
    ["{price} / {tax}", false],
    ["NOT({price} / {tax})", false],
    ["ISERROR({price} / {tax})", true],
    ["BLANK()", false],
    ["ERROR()", false],
    ["TRUE()", true],
    ["'a'", true],
    ["0", false],
  ])("return a record if the value is truthy: %s", (source, expected) => {
    const formula = compileOrThrow<object>(source, cars);
    expect(formula.matches(car)).toBe(expected);
    expect(formula.filter([car, car])).toEqual(expected ? [car, car] : []);
  });

  it("keep the order of the records, and duplicates", () => {
    const formula = compileOrThrow<object>("{price} >= 2", cars);
    const rows = [{ price: 3 }, { price: 1 }, { price: 2 }, { price: 3 }];
    expect(formula.filter([...rows, ...rows])).toEqual(
      [...rows, ...rows].filter(({ price }) => price >= 2),
    );
    expect(formula.filter([])).toEqual([]);
  });

  it("return the same before and after code is generated", () => {
    const formula = compileOrThrow<object>("AND({price} > 10, FIND('7', {title}))", cars);
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      price: index % 23,
      title: `car ${index}`,
    }));
    const expected = rows.filter(({ price, title }) => price > 10 && title.includes("7"));
    for (let round = 0; round < 3; round++) expect(formula.filter(rows)).toEqual(expected);
    expect(rows.filter((row) => formula.matches(row))).toEqual(expected);
  });
});

describe("evaluate", () => {
  it.each<[string, Value]>([
    ["{price} * 2", 100_000],
    ["{title} & '!'", "Model 3!"],
    ["{price} > 1", true],
    ["{createdAt} + 1", new Date("2024-03-01T12:00:00Z")],
    ["ARRAYUNIQUE({tags})", ["AD15", "AF00"]],
    ["{tax}", null],
    ["LEFT({title}, 0)", null],
    ["ARRAYCOMPACT('')", null],
    ["IF({sold}, {createdAt})", null],
    ["BLANK()", null],
    ["0", 0],
    ["FALSE()", false],
    ["0 - 0", 0],
  ])("%s", (source, expected) => {
    const formula = compileOrThrow<object>(source, cars);
    expect(formula.evaluate(car)).toStrictEqual(expected);
    expect(formula.reference(car)).toStrictEqual(expected);
  });

  it("returns an error value if the formula is an error", () => {
    const formula = compileOrThrow<object>("{price} / {tax}", cars);
    const value = formula.evaluate(car);
    expect(isErrorValue(value)).toBe(true);
    expect(isErrorValue(formula.reference(car))).toBe(true);
    expect(formula.evaluate({ price: 6, tax: 2 })).toBe(3);
    if (isErrorValue(value)) expectTypeOf(value).toEqualTypeOf<ErrorValue>();
    expect(value).toBe(ERROR);
  });

  it.each([null, undefined, "error", { kind: "error" }, new Error("error"), Number.NaN])(
    "%s is not an error value",
    (value) => expect(isErrorValue(value)).toBe(false),
  );

  it("returns a date that the caller may change", () => {
    const formula = compileOrThrow<object>("{createdAt}", cars);
    const value = formula.evaluate(car);
    if (!(value instanceof Date)) throw new Error("a date was expected");
    value.setFullYear(1999);
    expect(car.createdAt.getUTCFullYear()).toBe(2024);
    expect(formula.evaluate(car)).toEqual(car.createdAt);
  });
});

describe("the clock", () => {
  /** A clock that advances by a second with each reading. */
  function ticking(): { readonly clock: () => Date; readonly looks: () => number } {
    let looks = 0;
    return {
      clock: () => new Date(Date.UTC(2024, 1, 29, 12, 0, looks++)),
      looks: () => looks,
    };
  }

  it("is read once for each run, so that NOW() has one value in it", () => {
    const { clock, looks } = ticking();
    const formula = compileOrThrow<object>(
      "AND(NOW() = IF({price}, NOW(), TODAY()), DATETIME_DIFF(NOW(), {createdAt}, 'seconds') >= 0)",
      cars,
      { clock },
    );
    const rows = Array.from({ length: 10_000 }, () => car);
    expect(formula.filter(rows)).toHaveLength(10_000);
    expect(looks()).toBe(1);
    expect(formula.matches(car)).toBe(true);
    expect(formula.evaluate(car)).toBe(true);
    expect(formula.reference(car)).toBe(true);
    formula.explain(car);
    expect(looks()).toBe(5);
  });

  it("is read anew for each call of evaluate", () => {
    const { clock } = ticking();
    const formula = compileOrThrow<object>("NOW()", cars, { clock });
    expect([formula.evaluate({}), formula.evaluate({})]).toEqual([
      new Date(Date.UTC(2024, 1, 29, 12, 0, 0)),
      new Date(Date.UTC(2024, 1, 29, 12, 0, 1)),
    ]);
  });

  it("is not read for a formula without NOW()", () => {
    const formula = compileOrThrow<object>("{price} > 1", cars, {
      clock: () => {
        throw new Error("broken");
      },
    });
    expect(formula.matches(car)).toBe(true);
    expect(formula.filter([car])).toEqual([car]);
    expect(formula.explain(car).holds).toBe(true);
  });

  it.each([new Date(Number.NaN), new Date("1899-12-31"), new Date("2300-01-01")])(
    "must return a date of the language's range",
    (instant) => {
      const formula = compileOrThrow<object>("NOW() > {createdAt}", cars, { clock: () => instant });
      expect(() => formula.matches(car)).toThrow(RangeError);
      expect(() => formula.filter([car])).toThrow("the clock's time is not between 1900 and 2298");
      expect(() => formula.evaluate(car)).toThrow(RangeError);
    },
  );

  it("is the system's unless another is given", () => {
    const before = Date.now();
    const value = compileOrThrow<object>("NOW()", cars).evaluate({});
    if (!(value instanceof Date)) throw new Error("a date was expected");
    expect(value.getTime()).toBeGreaterThanOrEqual(before);
    expect(value.getTime()).toBeLessThanOrEqual(Date.now());
  });
});
