import { describe, expect, it } from "vitest";
import {
  check,
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  ERROR,
  isErrorValue,
  parameter,
} from "../../src/index.ts";

const schema = defineSchema({
  id: { type: "text", key: true },
  t: "text",
  n: "number",
  d: "date",
  l: "list",
});

/** States its meaning in core operations, so every back end has it. */
const between = defineFunction({
  name: "BETWEEN",
  parameters: [parameter.number("value"), parameter.number("low"), parameter.number("high")],
  result: "boolean",
  lower: (core, value, low, high) =>
    core.and(core.lessOrEqual(low, value), core.lessOrEqual(value, high)),
});

const reversed = defineKernel({
  name: "reversed",
  parameters: ["text"],
  result: "text",
  evaluate: (text) => (text === "boom" ? ERROR : [...text].reverse().join("")),
});

/** States it as a function on values. */
const reverse = defineFunction({
  name: "REVERSE",
  parameters: [parameter.text("text")],
  result: "text",
  lower: (core, text) => core.call(reversed, text),
});

const functions = [between, reverse];

describe("a custom function by its lowering", () => {
  it("works in every way, with blanks, errors and coercions as the built-in ones have them", () => {
    const formula = compileOrThrow<object>("BETWEEN({n}, 1, '5' = '5')", schema, { functions });
    const rows = [{ n: 1 }, { n: 2 }, { n: 0 }, {}];
    expect(formula.filter(rows)).toEqual([{ n: 1 }]);
    const failing = compileOrThrow<object>("Between({n} / 0, 1, 2)", schema, { functions });
    expect(isErrorValue(failing.evaluate({ n: 1 }))).toBe(true);
  });

  it("is checked like the built-in ones", () => {
    expect(check("BETWEEN({n}, 1)", schema, { functions }).diagnostics).toMatchObject([
      { code: "argument-count" },
    ]);
    expect(check("BETWEEN({t}, 1, 2)", schema, { functions }).diagnostics).toMatchObject([
      { code: "argument-type" },
    ]);
    expect(check("BETWEN({n}, 1, 2)", schema, { functions }).diagnostics).toMatchObject([
      { code: "unknown-function", help: "did you mean `BETWEEN`" },
    ]);
    expect(check("BETWEEN({n}, 1, 2)", schema).diagnostics).toMatchObject([
      { code: "unknown-function" },
    ]);
  });
});

describe("a custom function by a kernel", () => {
  it("works in every way", () => {
    const formula = compileOrThrow<object>("REVERSE({t}) & REVERSE({n})", schema, { functions });
    expect(formula.evaluate({ t: "ab😀", n: 12 })).toBe("😀ba21");
    expect(formula.reference({ t: "ab😀", n: 12 })).toBe("😀ba21");
    expect(formula.evaluate({})).toBeNull();
    expect(isErrorValue(formula.evaluate({ t: "boom" }))).toBe(true);
    const filter = compileOrThrow<object>("REVERSE({t}) = 'ba'", schema, { functions });
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      t: index % 2 === 0 ? "ab" : "boom",
    }));
    expect(filter.filter(rows)).toHaveLength(1_500);
  });

  it("is folded where it stands between constants", () => {
    expect(check("REVERSE('ab') = 'ba'", schema, { functions }).diagnostics).toMatchObject([
      { code: "constant-condition" },
    ]);
  });
});

describe("every kind of parameter", () => {
  it("hands on what its definition says", () => {
    const handed: unknown[] = [];
    const probe = defineFunction({
      name: "PROBE",
      role: "key",
      parameters: [
        parameter.any("any"),
        parameter.keepBlank(parameter.number("kept")),
        parameter.literal("word", (text) => ({ ok: true, value: text.length })),
        parameter.optional(parameter.date("date")),
        parameter.rest(parameter.list("lists"), 0),
      ],
      result: "number",
      lower: (core, key, any, kept, word, date, lists) => {
        handed.push(key.type, any.type, kept.mayBeBlank, word, date?.type, lists.length);
        return core.number(1);
      },
    });
    compileOrThrow<object>("PROBE({d}, {n}, 'four')", schema, { functions: [probe] });
    expect(handed).toEqual(["text", "date", true, 4, undefined, 0]);
    handed.length = 0;
    compileOrThrow<object>("PROBE({l}, 1, '', {d}, {l}, {t})", schema, { functions: [probe] });
    expect(handed).toEqual(["text", "list", false, 0, "date", 2]);
  });
});

describe("the names of custom functions", () => {
  it.each(["constructor", "__proto__", "toString", "lower", "1UP", "ÄH", "A B", ""])(
    "must be capitals: not %s",
    (name) => {
      expect(() => compileOrThrow("1", schema, { functions: [{ ...between, name }] })).toThrow(
        TypeError,
      );
    },
  );

  it("must be free", () => {
    expect(() => check("1", schema, { functions: [{ ...between, name: "AND" }] })).toThrow(
      "there is a function `AND` already",
    );
    expect(() => check("1", schema, { functions: [between, between] })).toThrow(
      "there is a function `BETWEEN` already",
    );
  });

  it("stay out of other formulas", () => {
    compileOrThrow("BETWEEN({n}, 1, 2)", schema, { functions });
    expect(check("BETWEEN({n}, 1, 2)", schema).ok).toBe(false);
  });
});
