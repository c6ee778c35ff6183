import { afterEach, describe, expect, it, vi } from "vitest";
import { Columns, ColumnsError } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { columnsOf, expected, formulaOf, SCHEMA } from "./columns-of.ts";

const many = Array.from({ length: 9_000 }, (_, index) => ({
  id: `k${index}`,
  n: index % 7 === 0 ? null : index % 1000,
  m: index / 8,
  t: ["red", "green", "blue", "", "Über"][index % 5],
  b: index % 3 === 0,
  d: new Date(Date.UTC(2020, 0, 1 + (index % 3000))),
  l: index % 4 === 0 ? [] : ["a", `tag ${index % 50}`],
}));

const FORMULAS = [
  "{n} < 500",
  "{n} >= 500",
  "NOT({n} < 500)",
  "NOT({n} = BLANK())",
  "{n} = BLANK()",
  "{n} != 3",
  'AND({t} = "red", {n} < 300)',
  'AND(FIND("99", {id}), {t} != "red", {n} > 5)',
  'OR({t} = "red", {n} < 10, {b})',
  "LEN({t}) > 3",
  "LEN({t}) > {n}",
  'REGEX_MATCH({t}, "^[a-g]")',
  'LOWER({t} & "X") = "redx"',
  "({n} + {m}) / {n} > 5",
  "NOT(({n} + {m}) / {n} > 5)",
  "ISERROR({m} / {n})",
  "ABS({n} - 500) < 20",
  "IF({b}, {n}, {m}) > 900",
  'HAS({l}, "tag 7")',
  'HAS({l}, "no such tag")',
  'AND(NOT(HAS({l}, "a")), {b})',
  "YEAR({d}) = 2024",
  'AND({d} > "2024-02-28", {d} <= "2024-03-01")',
  "{d} < TODAY()",
  "XOR({b}, {n} > 500)",
  "MOD({n}, 7) = 3",
  'SWITCH({t}, "red", 1, "green", {n}, 0) > 0',
  "TRUE()",
  "FALSE()",
  "{b}",
  "NOT({b})",
  "{t}",
  "{l}",
];

describe("select", () => {
  const columns = columnsOf(many);
  const small = columnsOf(many.slice(0, 100));
  const written = columnsOf(many, { strategy: "closures" });
  const plain = columnsOf(many, { mostDistinct: 0 });
  const vectors = columnsOf(many, { strategy: "vectors" });

  it.each(FORMULAS)("gives the matching rows in ascending order: %s", (source) => {
    const formula = formulaOf(source);
    const rows = expected(formula, many);
    expect(Array.from(formula.select(columns))).toEqual(rows);
    expect(Array.from(columns.select(formula))).toEqual(rows);
    expect(Array.from(formula.select(written))).toEqual(rows);
    expect(Array.from(formula.select(plain))).toEqual(rows);
    expect(Array.from(formula.select(vectors))).toEqual(rows);
    expect(vectors.count(formula)).toBe(rows.length);
    expect(Array.from(formula.select(small))).toEqual(rows.filter((row) => row < 100));
    expect(columns.count(formula)).toBe(rows.length);
    for (const one of [columns, written, plain, vectors, small]) {
      expect(formula.mask(one).rows()).toEqual(formula.select(one));
    }
    expect([...columns.scan(formula)].flatMap((block) => [...block])).toEqual(rows);
    expect(Array.from(formula.select(columns, { limit: 3 }))).toEqual(rows.slice(0, 3));
  });

  it("gives arrays that later calls do not change", () => {
    const first = formulaOf("{n} < 3").select(columns);
    const copy = Array.from(first);
    formulaOf("{n} > 3").select(columns);
    expect(Array.from(first)).toEqual(copy);
  });

  it("reads the clock once for all rows", () => {
    let asked = 0;
    const schema = defineSchema({ d: "date" });
    const formula = compileOrThrow("AND({d} < NOW(), {d} < TODAY(), {d} < NOW())", schema, {
      clock: () => new Date(Date.UTC(2020, 0, 1) + 86_400_000 * asked++),
    });
    const rows = [{ d: "2019-12-31" }, { d: "2020-01-01T12:00:00Z" }];
    expect(Array.from(formula.select(Columns.from(rows, schema)))).toEqual([0]);
    expect(asked).toBe(1);
    expect(Array.from(formula.select(Columns.from(rows, schema)))).toEqual([0, 1]);
    expect(asked).toBe(2);
  });

  it("refuses a formula over a field that the columns lack, and a negative limit", () => {
    const other = compileOrThrow("{other} > 1", defineSchema({ other: "number" }));
    expect(() => columns.select(other)).toThrow(ColumnsError);
    expect(() => columns.select(other)).toThrow("the columns have no number field `other`");
    const typed = compileOrThrow("{n} = 'a'", defineSchema({ n: "text" }));
    expect(() => columns.count(typed)).toThrow("the columns have no text field `n`");
    expect(() => columns.select(formulaOf("{b}"), { limit: -1 })).toThrow(
      "`select`: the limit must be",
    );
  });

  it("returns no rows of an empty table", () => {
    const none = columnsOf([]);
    expect(none.select(formulaOf("{n} = BLANK()"))).toEqual(new Uint32Array(0));
    expect(none.count(formulaOf("TRUE()"))).toBe(0);
    expect([...none.scan(formulaOf("TRUE()"))]).toEqual([]);
  });

  it.each(["+", "/", "&"])("survives a chain of a thousand %s", (operator) => {
    const operand = operator === "&" ? "{t}" : "{n}";
    const formula = formulaOf(`LEN((${Array(900).fill(operand).join(operator)}) & "") > 0`);
    const rows = many.slice(0, 2_050);
    expect(Array.from(formula.select(columnsOf(rows)))).toEqual(expected(formula, rows));
    const numbers = formulaOf(
      `${Array(900)
        .fill("{n}")
        .join(operator === "&" ? "-" : operator)} > 0`,
    );
    expect(Array.from(numbers.select(columnsOf(rows)))).toEqual(expected(numbers, rows));
  });
});

describe("a chain that is longer than the stack is deep", () => {
  const rows = many.slice(0, 2_050);
  it.each([
    ["of what one text decides", `${Array(600).fill("LEN({t})").join(" + ")} > 600`],
    ["of conditions on one text", Array(300).fill('({t} = "red")').join(" = ")],
    ["of numbers", `${Array(900).fill("{n}").join(" * ")} > 5`],
    ["of a number and its blanks", `${Array(600).fill("{m}").join(" / ")} > 5`],
  ])("%s", (_name, source) => {
    const formula = formulaOf(source);
    const wanted = expected(formula, rows);
    for (const strategy of ["adaptive", "vectors", "generated", "closures"] as const) {
      expect(Array.from(formula.select(columnsOf(rows, { strategy })))).toEqual(wanted);
    }
  });
});

describe("a condition that reads nothing", () => {
  it("is decided once if it was too large to fold", () => {
    const parts = [..."abcdefg"].map((letter) => `LEN(REPT("${letter}", 60000))`);
    const formula = formulaOf(`${parts.join(" + ")} = 420000`);
    expect(formula.select(columnsOf(many.slice(0, 10)))).toHaveLength(10);
    const not = formulaOf(`${parts.join(" + ")} = 1`);
    expect(not.select(columnsOf(many.slice(0, 10)))).toHaveLength(0);
  });
});

describe("where code generation is forbidden, a column scan", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("returns the rows that generated code returns", async () => {
    vi.resetModules();
    let asked = 0;
    vi.stubGlobal(
      "Function",
      class {
        constructor() {
          asked++;
          throw new EvalError("forbidden");
        }
      },
    );
    const [fresh, isoform] = await Promise.all([
      import("../../../src/columns.ts"),
      import("../../../src/index.ts"),
    ]);
    const columns = fresh.Columns.from(many, SCHEMA);
    for (const source of FORMULAS) {
      const formula = isoform.compileOrThrow<unknown>(source, SCHEMA);
      const wanted = many.flatMap((row, index) => (formula.matches(row) ? [index] : []));
      expect(Array.from(columns.select(formula)), source).toEqual(wanted);
    }
    expect(asked).toBeGreaterThan(0);
  });
});

describe("records", () => {
  const columns = columnsOf([
    { id: "a", n: -0, m: 1.5, t: "x", b: true, d: "2024-02-29", l: ["p", "q"], more: 1 },
    { id: "", n: Number.NaN, t: 5, l: [] },
  ]);

  it("have dates as dates, and null for a blank; a blank boolean is false", () => {
    expect(columns.record(0)).toEqual({
      id: "a",
      n: 0,
      m: 1.5,
      t: "x",
      b: true,
      d: new Date("2024-02-29"),
      l: ["p", "q"],
    });
    expect(columns.record(1)).toEqual({
      id: null,
      n: null,
      m: null,
      t: null,
      b: false,
      d: null,
      l: null,
    });
  });

  it("have the requested fields, in their order", () => {
    expect(Object.entries(columns.pick(0, ["t", "n"]))).toEqual([
      ["t", "x"],
      ["n", 0],
    ]);
    expect(() => columns.pick(0, ["other"])).toThrow("there is no field `other`");
    expect(() => columns.record(2)).toThrow("there is no row 2");
    expect(() => columns.record(-1)).toThrow(ColumnsError);
  });
});

describe("memory", () => {
  it("is measured, and less for repeated values", () => {
    const empty = columnsOf([]).memory;
    const full = columnsOf(many).memory;
    expect(full).toBeGreaterThan(empty + many.length * 30);
    expect(columnsOf(many, { mostDistinct: 0 }).memory).toBeGreaterThan(full);
  });

  it("holds caches that do not change what a repeated search returns", () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      id: `k${index}`,
      n: index % 7 === 0 ? null : (index * 31) % 100,
      t: `${index} ${"ab".slice(index % 3)}`,
    }));
    const columns = columnsOf(rows);
    for (const source of ["{n} * 2 < 50", "FIND('1', {t})", "NOT(OR({n} = 4, FIND('b', {t})))"]) {
      const formula = formulaOf(source);
      const wanted = expected(formula, rows);
      for (let times = 0; times < 60; times++) {
        expect(Array.from(formula.select(columns)), `${source}, ${times}`).toEqual(wanted);
      }
    }
  });
});
