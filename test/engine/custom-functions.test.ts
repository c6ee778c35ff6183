import { describe, expect, it } from "vitest";
import { Columns } from "../../src/backends/columns/columns.ts";
import { checking } from "../../src/engine/compile.ts";
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
import { FoldedConstants } from "../../src/language/core/folded-constants.ts";
import type { FunctionDefinition } from "../../src/language/functions/define.ts";
import type { ValueType } from "../../src/language/types/value-type.ts";
import { postgres } from "../../src/sql.ts";
import { allSteps } from "../../src/util/steps.ts";

const numbers = defineSchema({ n: "number" });
const schema = defineSchema({
  id: { type: "text", key: true },
  t: "text",
  n: "number",
  d: "date",
  l: "list",
});

/** Expresses its meaning in core operations, so every back end supports it. */
const between = defineFunction({
  name: "INRANGE",
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

/** Implements it as a function on values. */
const reverse = defineFunction({
  name: "REVERSE",
  parameters: [parameter.text("text")],
  result: "text",
  lower: (core, text) => core.call(reversed, text),
});

const functions = [between, reverse];

describe("a custom function by its lowering", () => {
  it("works by every strategy, with blanks, errors and coercions like the built-in ones", () => {
    const formula = compileOrThrow<object>("INRANGE({n}, 1, '5' = '5')", schema, { functions });
    const rows = [{ n: 1 }, { n: 2 }, { n: 0 }, {}];
    expect(formula.filter(rows)).toEqual([{ n: 1 }]);
    const failing = compileOrThrow<object>("Between({n} / 0, 1, 2)", schema, { functions });
    expect(isErrorValue(failing.evaluate({ n: 1 }))).toBe(true);
  });

  it("is checked like the built-in ones", () => {
    expect(check("INRANGE({n}, 1)", schema, { functions }).diagnostics).toMatchObject([
      { code: "argument-count" },
    ]);
    expect(check("INRANGE({t}, 1, 2)", schema, { functions }).diagnostics).toMatchObject([
      { code: "argument-type" },
    ]);
    expect(check("INRANG({n}, 1, 2)", schema, { functions }).diagnostics).toMatchObject([
      { code: "unknown-function", help: "did you mean `INRANGE`" },
    ]);
    expect(check("INRANGE({n}, 1, 2)", schema).diagnostics).toMatchObject([
      { code: "unknown-function" },
    ]);
  });
});

describe("a custom function by a kernel", () => {
  it("works by every strategy", () => {
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

describe("a kernel that breaks the rules", () => {
  const rows = [{ n: 1 }, { n: 2 }, { n: 3 }];
  // More rows than closures handle: code is generated for the rest.
  const each = 1_000;
  const many = Array.from({ length: 3 * each }, (_, index) => ({ n: (index % 3) + 1 }));
  const columnsOfMany = (["closures", "generated", "vectors"] as const).map((strategy) =>
    Columns.from(many, numbers, { strategy }),
  );

  /** `BREAK(n)`, whose kernel returns its argument, except for 2. */
  function breaking(result: ValueType, broken: () => unknown): FunctionDefinition {
    const values = { number: 1, text: "1", date: 0, boolean: true, list: ["1"] };
    const good = values[result] as never;
    const kernel = defineKernel({
      name: "break",
      parameters: ["number"],
      result,
      mayBeBlank: false,
      mayFail: false,
      // A result that no compiler accepts, but plain JavaScript may return.
      evaluate: (n) => (n === 2 ? (broken() as never) : good),
    });
    return defineFunction({
      name: "BREAK",
      parameters: [parameter.number("n")],
      result,
      lower: (core, n) => core.call(kernel, n),
    });
  }

  function thrown(): never {
    throw new RangeError("boom");
  }

  type Case = readonly [result: ValueType, what: string, broken: () => unknown, message: string];
  const cases: readonly Case[] = [
    ["number", "throws", thrown, "the kernel `break` threw: boom"],
    [
      "number",
      "returns NaN",
      () => Number.NaN,
      "must be a number of the language, but is the number NaN",
    ],
    ["number", "returns Infinity", () => 1 / 0, "is the number Infinity"],
    ["number", "returns undefined", () => undefined, "is undefined"],
    ["number", "returns a text", () => "1", "is the text"],
    ["number", "returns a promise", () => Promise.resolve(1), "returns a promise, but must be"],
    ["text", "returns a rejected promise", () => Promise.reject(new Error("late")), "a promise"],
    ["text", "returns half a surrogate pair", () => "\ud800", "must be a text of the language"],
    ["text", "returns NUL", () => "\0", "must be a text of the language"],
    ["text", "returns too long a text", () => "a".repeat(65_537), "must be a text of the language"],
    ["text", "returns null", () => null, "a text of the language, but is null"],
    [
      "boolean",
      "returns a number",
      () => 1,
      "must be a boolean of the language, but is the number 1",
    ],
    ["date", "returns a date out of range", () => 1e15, "must be a date of the language"],
    ["date", "returns half a millisecond", () => 0.5, "must be a date of the language"],
    [
      "list",
      "returns a list of numbers",
      () => [1],
      "must be a list of the language, but is an array",
    ],
    [
      "list",
      "throws what has no text",
      () => {
        throw Object.create(null);
      },
      "a plain object",
    ],
  ];

  it.each(cases)(
    "%s: one that %s makes the value an error, and is reported once",
    (result, _, broken, message) => {
      const problems: string[] = [];
      const options = {
        functions: [breaking(result, broken)],
        onProblem: (problem: Error) => {
          problems.push(problem.message);
          throw new Error("what a callback throws changes nothing");
        },
      };
      const formula = compileOrThrow<object>("BREAK({n})", numbers, options);
      for (const evaluate of [formula.evaluate, formula.reference]) {
        expect(rows.map((row) => isErrorValue(evaluate.call(formula, row)))).toEqual([
          false,
          true,
          false,
        ]);
      }
      expect(formula.explain({ n: 2 }).holds).toBeNull();
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(message);

      for (const [source, wanted] of [
        ["ISERROR(BREAK({n}))", [2]],
        ["NOT(ISERROR(BREAK({n})))", [1, 3]],
        ["OR(BREAK({n}) = BLANK(), NOT(BREAK({n}) = BLANK()))", [1, 3]],
        ["IF(BREAK({n}) = BLANK(), TRUE(), TRUE())", [1, 3]],
      ] as const) {
        const filter = compileOrThrow<object>(source, numbers, options);
        expect(filter.filter(rows)).toEqual(wanted.map((n) => ({ n })));
        expect(filter.filter(many)).toHaveLength(each * wanted.length);
        for (const columns of columnsOfMany) {
          expect(columns.count(filter)).toBe(each * wanted.length);
          expect([...filter.select(columns, { limit: 1 })]).toEqual([wanted[0] - 1]);
        }
        const { residual } = filter.toSql(postgres, { table: "t" });
        expect(residual?.filter(rows)).toEqual(wanted.map((n) => ({ n })));
      }
    },
  );

  it("describes only the failures that it reports, whatever the number of records", () => {
    let described = 0;
    const cause = Object.defineProperty(new Error("boom"), "message", {
      get: () => {
        described++;
        return "boom";
      },
    });
    const throwing = breaking("number", () => {
      throw cause;
    });
    const problems: Error[] = [];
    const filter = compileOrThrow<object>("ISERROR(BREAK({n}))", numbers, {
      functions: [throwing],
      onProblem: (problem) => problems.push(problem),
    });
    expect(filter.filter(many)).toHaveLength(each);
    expect(problems).toHaveLength(1);
    expect(described).toBe(1);
  });

  it("is an error at compile time too, if its operands are constants", () => {
    const problems: Error[] = [];
    const formula = compileOrThrow<object>("BREAK(2)", numbers, {
      functions: [breaking("number", thrown)],
      onProblem: (problem) => problems.push(problem),
    });
    expect(formula.warnings).toMatchObject([{ code: "always-error" }]);
    expect(isErrorValue(formula.evaluate({}))).toBe(true);
    expect(problems.map(({ cause }) => cause)).toEqual([new RangeError("boom")]);
  });

  it("that returns a promise for constants is an error of the formula", () => {
    const functions = [breaking("number", () => Promise.resolve(1))];
    const { ok, diagnostics } = check("{n} > BREAK(2)", numbers, { functions });
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      {
        code: "invalid-argument",
        span: { start: 6, end: 14 },
        message: "the kernel `break` returns a promise, but must be synchronous",
      },
    ]);
    expect(check("{n} > BREAK(1)", numbers, { functions }).ok).toBe(true);
  });

  it("that returns a promise is an error of each formula that shares a cache of constants", () => {
    const functions = [breaking("number", () => Promise.resolve(1))];
    const folded = new FoldedConstants();
    const codes = (source: string) =>
      allSteps(checking(source, numbers, { functions }, folded)).diagnostics.map(
        ({ code }) => code,
      );
    expect(codes("{n} > BREAK(2)")).toEqual(["invalid-argument"]);
    expect(codes("{n} > BREAK(2)")).toEqual(["invalid-argument"]);
    expect(codes("BREAK(2) + {n}")).toEqual(["invalid-argument"]);
  });

  it("cannot change the values of others, nor its own results", () => {
    const kept: string[][] = [];
    const kernel = defineKernel({
      name: "sort",
      parameters: ["list"],
      result: "list",
      evaluate: (list) => {
        const sorted = (list as string[]).sort();
        kept.push(sorted);
        return sorted;
      },
    });
    const sort = defineFunction({
      name: "SORT",
      parameters: [parameter.list("list")],
      result: "list",
      lower: (core, list) => core.call(kernel, list),
    });
    const formula = compileOrThrow<object>("SORT({l}) & '|' & {l}", schema, { functions: [sort] });
    const row = { l: ["b", "a"] };
    expect(formula.evaluate(row)).toBe("a, b|b, a");
    expect(row).toEqual({ l: ["b", "a"] });
    const list = compileOrThrow<object>("SORT({l})", schema, { functions: [sort] }).evaluate(row);
    kept.at(-1)?.push("c");
    expect(list).toEqual(["a", "b"]);
  });
});

describe("every kind of parameter", () => {
  it("receives its declared arguments", () => {
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
        const isBlank = core.isBlank(kept) !== core.false;
        handed.push(key.type, any.type, isBlank, word, date?.type, lists.length);
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

describe("the function of a kernel", () => {
  const definition = { name: "later", parameters: ["number"], result: "number" } as const;

  it.each([
    ["a promise", async (n: number | null) => n],
    [
      "a generator",
      function* (n: number | null) {
        yield n;
      },
    ],
  ])("must not return %s", (_, evaluate) => {
    expect(() => defineKernel({ ...definition, evaluate: evaluate as never })).toThrow(
      new TypeError(
        "`defineKernel`: `evaluate` must return its result, not a promise or a generator",
      ),
    );
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

  it("must not be taken", () => {
    expect(() => check("1", schema, { functions: [{ ...between, name: "AND" }] })).toThrow(
      "there is a function `AND` already",
    );
    expect(() => check("1", schema, { functions: [between, between] })).toThrow(
      "there is a function `INRANGE` already",
    );
  });

  it("are unknown to other formulas", () => {
    compileOrThrow("INRANGE({n}, 1, 2)", schema, { functions });
    expect(check("INRANGE({n}, 1, 2)", schema).ok).toBe(false);
  });
});
