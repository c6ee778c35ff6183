import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { randomBytes } from "../../generate/random.ts";
import { FIELDS, hostileRow } from "../../generate/rows.ts";
import { Tape } from "../../generate/tape.ts";
import { columnsOf, expected, formulaOf } from "./columns-of.ts";

const FORMULAS = [
  "{n} < 5",
  "NOT({n} < 5)",
  "{n} = BLANK()",
  '{t} = "x"',
  'NOT(FIND("x", {t}))',
  'AND({n} > -5, HAS({l}, "x"), {b})',
  '{d} > "2000-01-01"',
  "{n} / {m} > 1",
  'ARRAYJOIN({l}, "-") = "x"',
];

const COUNT = 9_000;

describe.each<[string, (index: number) => unknown]>([
  [
    "no objects",
    (index) => [null, undefined, 5, "n", true, Symbol("row"), () => 1, 10n][index % 8],
  ],
  ["empty objects", () => ({})],
  ["one value", () => ({ id: "a", n: 1, t: "x", b: true, l: ["x"], d: "2024-01-01" })],
  [
    "all distinct",
    (index) => ({ id: `${index}`, n: index + 0.5, t: `x${index}`, l: [`x${index}`] }),
  ],
  [
    "numbers that are none",
    (index) => ({
      n: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, "5"][index % 5],
      m: 0,
    }),
  ],
  [
    "the ends of numbers",
    (index) => ({
      n: [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE][index % 3],
      m: 1e-300,
    }),
  ],
  [
    "broken texts",
    (index) => ({
      t: ["\ud800x", "x\0", "x", 5, Object("x")][index % 5],
      l: [["\ud800"], "x", ["x"]][index % 3],
    }),
  ],
  [
    "getters that throw now and then",
    (index) =>
      index % 1000 === 999
        ? {
            get n(): never {
              throw new Error("no");
            },
            t: "x",
          }
        : { n: index % 9, t: "x" },
  ],
])("rows of %s", (_name, make) => {
  const rows = Array.from({ length: COUNT }, (_, index) => make(index));

  it.each(FORMULAS)("match as they do one by one: %s", (source) => {
    const formula = formulaOf(source);
    const wanted = expected(formula, rows);
    for (const options of [
      {},
      { strategy: "vectors" },
      { strategy: "closures" },
      { mostDistinct: 0 },
    ] as const) {
      expect(Array.from(formula.select(columnsOf(rows, options)))).toEqual(wanted);
    }
  });
});

describe("large values", () => {
  it("are stored: lists of 10,000 items, texts of a megabyte", () => {
    const list = Array.from({ length: 10_000 }, (_, index) => `item ${index}`);
    const text = `${"x".repeat(1_000_000)}end`;
    const rows = [{ l: list }, { t: text }, { l: [...list, "last"], t: `${text}!` }, {}];
    const columns = columnsOf(rows);
    for (const source of [
      'HAS({l}, "item 9999")',
      'HAS({l}, "last")',
      'FIND("end", {t})',
      "LEN({t}) > 1000003",
      "ARRAYUNIQUE({l})",
    ]) {
      const formula = formulaOf(source);
      expect(Array.from(formula.select(columns)), source).toEqual(expected(formula, rows));
    }
    expect(columns.record(2).l).toHaveLength(10_001);
    expect(columns.record(1).t).toBe(text);
  });
});

describe("names of fields", () => {
  it("may be those of Object.prototype", () => {
    const schema = defineSchema(
      Object.fromEntries(
        ["constructor", "toString", "__proto__"].map((name) => [name, "text"] as const),
      ),
    );
    const rows = [{}, { constructor: "a", toString: "a" }, JSON.parse('{"__proto__": "a"}')];
    const columns = Columns.from(rows, schema);
    for (const name of schema.fields.keys()) {
      const formula = compileOrThrow<unknown>(`{${name}} = "a"`, schema);
      expect(Array.from(formula.select(columns))).toEqual(expected(formula, rows));
    }
    expect(Object.keys(columns.record(2))).toEqual([...schema.fields.keys()]);
  });
});

it("reads rows with any values as the other back ends do", () => {
  const tape = new Tape(randomBytes(7, 400_000));
  const rows = Array.from({ length: 6_000 }, () => hostileRow(tape));
  const schema = defineSchema(Object.fromEntries(FIELDS.map(({ name, type }) => [name, type])));
  const columns = Columns.from(rows, schema);
  for (const { name } of FIELDS) {
    const formula = compileOrThrow<unknown>(
      `{${name.replace(/[{}\\]/g, "\\$&")}} = BLANK()`,
      schema,
    );
    expect(Array.from(formula.select(columns)), name).toEqual(expected(formula, rows));
  }
});
