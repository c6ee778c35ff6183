import { describe, expect, it } from "vitest";
import { withScratch } from "../../../src/backends/columns/scratch.ts";
import { textBytes } from "../../../src/backends/columns/storage/text-bytes.ts";
import { vectorCount, vectorScan } from "../../../src/backends/columns/wasm/vector-loop.ts";
import { VectorPlan } from "../../../src/backends/columns/wasm/vector-memory.ts";
import { ByteSink } from "../../../src/backends/columns/write/byte-sink.ts";
import { JsonTexts } from "../../../src/backends/columns/write/json-texts.ts";
import { Columns, type SortKey } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema, type Formula } from "../../../src/index.ts";
import { recordOrder } from "../../../src/sql.ts";
import { expectSameEverywhere, schemaOf } from "../../hostile/everywhere.ts";
import { columnsOf, expected, formulaOf, SCHEMA } from "./columns-of.ts";

/* Cases that ordinary tables and formulas rarely reach: the ends of ranges and sizes. */

const BLOCK = 4_096;
const STRATEGIES = ["vectors", "generated", "closures"] as const;

const rows = Array.from({ length: 3 * BLOCK + 20 }, (_, index) => ({
  id: `k${index}`,
  n: index % 10 === 0 ? null : Math.floor(index / BLOCK) * 100 + (index % 7),
  m: index % 13,
  t: index % 5 === 0 ? "" : `text ${(index * 7_919) % 6_000}`,
  b: index % 2 === 0,
  l: index % 3 === 0 ? ["a", "b"] : ["b"],
}));

function expectSameRows(
  formula: Formula<unknown>,
  table: readonly unknown[] = rows,
  mostDistinct = 9_999,
): void {
  const wanted = expected(formula, table);
  for (const strategy of STRATEGIES) {
    const columns = columnsOf(table, { strategy, mostDistinct });
    expect(Array.from(columns.select(formula)), strategy).toEqual(wanted);
    expect(columns.count(formula), strategy).toBe(wanted.length);
  }
}

describe("prefixes of texts", () => {
  const odd = ["", "a", "ab", "abcd", "abcde", "é", "ée", "b"];
  const table = Array.from({ length: BLOCK + 40 }, (_, index) => ({
    id: `k${index}`,
    t: odd[index % odd.length] + (index % 16 < 8 ? "" : `#${index}`),
    n: index % 7,
  }));

  it.each(["a", "ab", "abc", "abcd", "abcde", "é", "ée"])(
    "are compared by the first bytes of a text: %j",
    (beginning) => {
      for (const source of ["STARTS_WITH({t}, $)", "NOT(STARTS_WITH({t}, $))"]) {
        expectSameRows(formulaOf(source.replace("$", () => `"${beginning}"`)), table, 0);
      }
      // The clock makes the plan uncacheable: it is rebuilt each time.
      const either = formulaOf(`OR({n} < 3, STARTS_WITH({t}, "${beginning}"), {n} > YEAR(NOW()))`);
      const columns = columnsOf(table, { strategy: "vectors", mostDistinct: 0 });
      for (let time = 0; time < 30; time++) {
        expect(Array.from(columns.select(either))).toEqual(expected(either, table));
      }
    },
  );
});

describe("conditions", () => {
  it.each([
    // A block without matches, one with some, and one in which all rows match
    "{n} >= 100",
    "{n} > 103",
    "{m} >= 0",
    "NOT({m} < 0)",
    // Numbers that are not arithmetic, among several
    "ISONEOF(LEN({t}), 8, 9)",
    "ISONEOF(VALUE({t}), 8, 9)",
    // Several stages, some of which are decided by the bounds
    'AND({m} >= 0, CONTAINS({t}, "9"), {n} > 100)',
    'AND({m} = 1, {n} > 1000, CONTAINS({t}, "9"))',
    // A blank or an error as an operand of a condition
    "IF({b}, {n}, {m}) = BLANK()",
    "NOT(IF({b}, {n}, {m}) = BLANK())",
    "IFBLANK({n}, {m} * {m}) > 4",
    "IFBLANK({m} * {m}, {n}) > 4",
    "MAX({n}, {m} * {m}) > 4",
    "MAX({m} * {m}, {n}) > 4",
    "MIN({n}, 8 / {m}) < 2",
    "IFBLANK({n}, 3) > 2",
    "IFBLANK({n}, 8 / {m}) < 2",
    // Branches that are evaluated for their own rows only, of which there may be none
    'IF(FIND("1", {t}), AND(REGEX_MATCH({t}, "9$")), {m} > 6)',
    'IF({b}, AND(FIND("1", {t})), IF(FIND("2", {t}), AND(FIND("3", {t})), {n} = BLANK()))',
    'IF(FIND("nowhere", {t}), AND(FIND("1", {t})), AND(FIND("2", {t})))',
    'IF(8 / {m} > 1, AND(FIND("1", {t})), AND(FIND("2", {t})))',
    'IF(FIND("1", {t}), AND(ERROR()), AND(FIND("2", {t})))',
    // One side has no branchless form
    "IFBLANK(SEARCH({t}, {id}), {m}) > 4",
    "IFBLANK({n}, FIND({t}, {id})) < 2",
    // A list that a loop searches
    'HAS({l}, "a")',
    '"text 7" = {t}',
  ])("%s", (source) => {
    expectSameRows(formulaOf(source));
  });

  const LONG = "text ".repeat(9_000);
  const SHORT = ["k", "k1", "k12", "k123", "k1234", "k12345", "z", ""];
  const odd = rows.slice(0, BLOCK + 9).map((row, index) => ({
    ...row,
    id: `k${index % 1_300}`,
    t: index % 500 === 0 ? LONG + index : (SHORT[index % 9] ?? `text ${index}`),
  }));

  it.each([
    // Concatenations that are too long are errors, even inside others
    'TRIM({t} & {t} & " ") = "kk"',
    'NOT(LEFT({t} & {t}, 2) & "b" = "kkb")',
    '{t} & {t} < {id} & "2"',
    'LOWER({t} & {t}) >= "k1"',
    '{t} & {t} & {id} = "kkk6"',
    // A text that ends where the first compared bytes end
    "{t} <= {id}",
    "{t} < {id}",
    "{id} <= {t}",
    "NOT({id} < {t})",
    '{t} & "" <= {id} & ""',
    'EXACT({t} & "", {id} & "")',
    "STARTS_WITH({t}, {id})",
    // A slice that starts at the length of another text
    'MID({t}, LEN({id}) - 1, 2) = "12"',
    'RIGHT({t}, 2) & "x" = "12x"',
    // Several texts in one search, the first of them anchored at the start
    'OR(STARTS_WITH({t}, "k1"), FIND("xt 7", {t}), FIND("9", {t}))',
    'OR(FIND("xt 7", {t}), STARTS_WITH({t}, "k1"), FIND("9", {t}))',
    'AND(NOT(STARTS_WITH({t}, "k1")), NOT(FIND("7", {t})))',
  ])("on texts with few bytes, and with too many: %s", (source) => {
    expectSameRows(formulaOf(source), odd, 0);
  });

  it.each([
    'MAX(SEARCH("1", {t}), 8 / LEN({t})) > {m}',
    'MAX(SEARCH("1", {t}), LEN({t}) + 1) > {m}',
  ])("on a default for a blank, computed from few texts: %s", (source) => {
    const table = rows.map((row) => ({ ...row, t: row.m === 3 ? "" : `text ${row.m}` }));
    expectSameRows(formulaOf(source), table);
  });

  it("with more operands than one loop takes", () => {
    const parts = Array.from({ length: 90 }, (_, index) => `{n} + ${index} > {m}`);
    expectSameRows(formulaOf(`AND(${parts.join()})`));
  });

  it("nested deeper than bounds are derived", () => {
    let source = "{n} > 3";
    for (let depth = 0; depth < 60; depth++) source = `AND({m} > 1, OR({b}, ${source}))`;
    expectSameRows(compileOrThrow<unknown>(source, SCHEMA, { limits: { depth: 150 } }));
  });

  it("that compare a constant with a text held in bytes, the constant first", () => {
    expectSameEverywhere('"x" = {t}', [{ t: "x" }, { t: "y" }, {}], schemaOf({ t: "text" }));
  });

  it("on a table without rows", () => {
    const columns = columnsOf([]);
    const formula = formulaOf("{n} > 1");
    expect(Array.from(columns.select(formula, { sort: [{ field: "n" }], limit: 5 }))).toEqual([]);
    expect(columns.count(formula)).toBe(0);
  });
});

describe("vectors", () => {
  const values = Float64Array.from({ length: 64 }, (_, index) => index);
  const found = (flag: Parameters<typeof vectorScan>[0][0]): readonly number[] => {
    const hits = new Int32Array(64);
    const size = vectorScan([flag])?.(0, 64, hits, 0) ?? -1;
    expect(vectorCount([flag])?.(0, 64)).toBe(size);
    return Array.from(hits.subarray(0, size));
  };

  it("a range without bounds includes every row, or excludes all", () => {
    const range = {
      kind: "range",
      values,
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
    } as const;
    expect(found({ op: "test", test: { ...range, isInside: true } })).toHaveLength(64);
    expect(found({ op: "test", test: { ...range, isInside: false } })).toHaveLength(0);
  });

  it("codes of four bytes", () => {
    const codes = Uint32Array.from({ length: 64 }, (_, index) => index % 5);
    const table = Uint8Array.of(0, 1, 0, 0, 0);
    expect(found({ op: "test", test: { kind: "table", codes, table } })).toEqual(
      [...codes.keys()].filter((row) => codes[row] === 1),
    );
  });

  it("a loop limits its number of columns and constants", () => {
    const plan = new VectorPlan();
    const fill = (add: () => void): (() => void) => {
      return () => {
        for (let count = 0; count < 10_000; count++) add();
      };
    };
    expect(fill(() => plan.constant(new Uint8Array(16)))).toThrow("too many constants");
    expect(fill(() => plan.input(new Float64Array(0)))).toThrow("too many columns");
  });
});

describe("an order", () => {
  const unkeyed = defineSchema({ n: "number", t: "text" });

  interface Asked {
    readonly schema?: typeof SCHEMA;
    readonly formula?: string;
    readonly limit?: number;
    readonly mostDistinct?: number;
  }

  function expectSameOrder(
    records: readonly unknown[],
    sort: readonly SortKey[],
    { schema = SCHEMA, formula: source = "NOT({n} = 2)", limit = 50, mostDistinct }: Asked = {},
  ): void {
    const columns = Columns.from(records, schema, {
      strategy: "vectors",
      ...(mostDistinct === undefined ? {} : { mostDistinct }),
    });
    const formula = compileOrThrow<unknown>(source, schema);
    const order = recordOrder(schema, sort);
    const wanted = records
      .map((record, index) => ({ record, index }))
      .filter(({ record }) => formula.matches(record))
      .sort((a, b) => order(a.record, b.record) || a.index - b.index)
      .slice(0, limit)
      .map(({ index }) => index);
    expect(Array.from(columns.select(formula, { sort, limit }))).toEqual(wanted);
  }

  const shuffled = (count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, index) => ({
      ...rows[(index * 31) % rows.length],
      id: `k${index}`,
    }));
  const plain: readonly unknown[] = rows.map(({ n, t }) => ({ n, t }));

  it("of dictionary texts, more of them than the table of positions holds", () => {
    const records = Array.from({ length: 30_000 }, (_, index) => ({
      id: `k${index}`,
      n: index,
      t: `text ${9_000 - Math.floor(index / 6)}`,
    }));
    expectSameOrder(records, [{ field: "t" }], { mostDistinct: 9_999 });
  });

  it("by a sole key, and by a key that is often blank", () => {
    expectSameOrder(plain, [{ field: "n" }], { schema: unkeyed });
    expectSameOrder(plain, [{ field: "t" }], { schema: unkeyed, mostDistinct: 0 });
    const sort = [{ field: "t", direction: "desc" }, { field: "n" }] as const;
    expectSameOrder(plain, sort, { schema: unkeyed });
    expectSameOrder(plain, sort, { schema: unkeyed, mostDistinct: 0, limit: 99_999 });
  });

  it("of rows that bounds exclude by blocks", () => {
    for (const formula of ["{n} >= 100", "{n} < 100", "{m} >= 0", "AND({n} >= 200, {m} > 3)"]) {
      expectSameOrder(rows, [{ field: "m", direction: "desc" }], { formula });
      expectSameOrder(rows, [{ field: "n", direction: "desc" }], { formula });
      expectSameOrder(rows, [{ field: "id" }], { formula, mostDistinct: 0 });
    }
  });

  it("of enough rows that bounds have their own loops", () => {
    expectSameOrder(shuffled(260_000), [{ field: "n", direction: "desc" }]);
  });

  it("after a record without a text", () => {
    const some = [{ id: "a", t: "x" }, { id: "b" }, { id: "c", t: "" }, { id: "d", t: "y" }];
    const columns = columnsOf(some, { mostDistinct: 0 });
    const sort = [{ field: "t" }];
    const after = { id: "b", t: null };
    expect(Array.from(columns.select(formulaOf("TRUE()"), { sort, after }))).toEqual([2]);
  });
});

describe("storage", () => {
  it("an array that is too long is not cached for the next call", () => {
    const long = withScratch((1 << 24) + 1, (scratch) => scratch);
    expect(withScratch(10, (scratch) => scratch)).not.toBe(long);
    const short = withScratch(1 << 16, (scratch) => scratch);
    expect(withScratch(10, (scratch) => scratch).length).toBeLessThanOrEqual(short.length);
  });

  it("lists of more than 65,536 different items", () => {
    const columns = columnsOf([]);
    for (const from of [0, 40_000, 80_000]) {
      const l = Array.from({ length: 40_000 }, (_, index) => `item ${from + index}`);
      columns.append([{ id: `k${from}`, l }]);
    }
    expect(Array.from(columns.select(formulaOf('HAS({l}, "item 119999")')))).toEqual([2]);
    expect(Array.from(columns.select(formulaOf('HAS({l}, "item 7")')))).toEqual([0]);
  });

  it("tokens that are appended later are not in an earlier snapshot", () => {
    const few = Array.from({ length: 600 }, (_, index) => ({ id: `k${index}`, t: "AA,BB" }));
    const columns = columnsOf(few, { mostDistinct: 0 });
    const earlier = columns.snapshot();
    const more = Array.from({ length: 600 }, (_, index) => ({
      id: `l${index}`,
      t: `CC${index % 60}`,
    }));
    columns.append(more);
    const formula = formulaOf('CONTAINS({t}, "CC59")');
    expect(columns.count(formula)).toBe(10);
    expect(earlier.count(formula)).toBe(0);
  });

  it("a text takes one or two bytes for each character", () => {
    expect(textBytes(["ab", "aλ"], 1)).toBe(26);
    expect(textBytes(["ab", "aλ"], 2)).toBe(54);
  });

  it("a text that is too long for the cache is written each time", () => {
    const long = "x".repeat(1 << 24);
    const texts = new JsonTexts([long, "short"], 2, "", ",");
    const sink = new ByteSink(16);
    for (const _ of [1, 2]) {
      expect(texts.write(0, sink, 0)).toBe(long.length + 3);
      expect(texts.write(1, sink, 0)).toBe(8);
    }
  });
});
