import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { Columns, type SortKey } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { recordOrder } from "../../../src/sql.ts";
import { runsOf, someOf } from "../../harness/extent.ts";
import { columnsOf, formulaOf, SCHEMA } from "./columns-of.ts";

const field = fc.constantFrom("id", "n", "m", "t", "b", "d");
const sortKey: fc.Arbitrary<SortKey> = fc.record(
  { field, direction: fc.constantFrom("asc" as const, "desc" as const) },
  { requiredKeys: ["field"] },
);
const row = fc.record(
  {
    id: fc.constantFrom("a", "b", "c", "ä", "😀", "\uffee", "", "zz"),
    n: fc.constantFrom<unknown>(1, 2, -3, 0, -0, 1e300, null, Number.NaN, "1"),
    m: fc.double(),
    t: fc.constantFrom<unknown>("x", "y", "", null, "X", "😀", "\uffee", "\ud800", 5),
    b: fc.constantFrom<unknown>(true, false, null, 1),
    d: fc.constantFrom<unknown>("2024-01-01", new Date(0), new Date(Number.NaN), null, 7),
  },
  { requiredKeys: [] },
);
const anyCase = {
  rows: fc.array(row, { maxLength: 40 }),
  sort: fc.array(sortKey, { maxLength: 4 }),
  limit: fc.option(fc.nat(45), { nil: undefined }),
  after: fc.option(row, { nil: undefined }),
  isPlain: fc.boolean(),
};

describe("an order", () => {
  test.prop([fc.record(anyCase)], { numRuns: runsOf(800) })(
    "equals that of records: blanks last, texts by code points, ties by the key",
    ({ rows, sort, limit, after, isPlain }) => {
      const columns = columnsOf(rows, isPlain ? { mostDistinct: 0 } : {});
      const order = recordOrder(SCHEMA, sort);
      const formula = formulaOf("NOT({n} = 2)");
      const wanted = rows
        .map((each, index) => ({ each, index }))
        .filter(({ each }) => formula.matches(each))
        .filter(({ each }) => after === undefined || order(each, after) > 0)
        .sort((a, b) => order(a.each, b.each) || a.index - b.index)
        .map(({ index }) => index)
        .slice(0, limit);
      const options = {
        sort,
        ...(limit === undefined ? {} : { limit }),
        ...(after === undefined ? {} : { after }),
      };
      expect(Array.from(formula.select(columns, options))).toEqual(wanted);
    },
  );

  it("spans many blocks, page after page", () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: `k${String((index * 7919) % 10_000).padStart(5, "0")}`,
      n: (index * 31) % 100,
      t: `t${index % 40}`,
    }));
    const columns = columnsOf(rows);
    const formula = formulaOf("{n} < 50");
    const sort: SortKey[] = [{ field: "t", direction: "desc" }, { field: "n" }];
    const order = recordOrder(SCHEMA, sort);
    const wanted = [...rows.keys()]
      .filter((index) => (rows[index]?.n ?? 0) < 50)
      .sort((a, b) => order(rows[a], rows[b]));
    expect(Array.from(formula.select(columns, { sort }))).toEqual(wanted);
    const pages: number[] = [];
    let after: unknown;
    for (;;) {
      const page = formula.select(columns, { sort, limit: 1_000, after });
      if (page.length === 0) break;
      pages.push(...page);
      after = columns.pick(page.at(-1) ?? 0, ["t", "n", "id"]);
    }
    expect(pages).toEqual(wanted);
  });

  const COUNT = 9_000;
  const spread = (index: number): number => (index * 7919) % COUNT;
  const PATTERNS: Readonly<Record<string, (index: number) => number | null>> = {
    ascending: (index) => index,
    descending: (index) => -index / 3,
    spread,
    "of few values": (index) => spread(index) % 3,
    "mostly blank": (index) => (spread(index) < 12 ? index : null),
    "blank at the end": (index) => (index < 6_000 ? spread(index) : null),
    blank: () => null,
  };

  it.each(Object.entries(PATTERNS))("has the same first rows if values are %s", (_, valueAt) => {
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const n = valueAt(index);
      const text = n === null ? null : `ä${(n * 31) % 50}`;
      return { id: `k${spread(index) % 5_000}`, n, t: text, b: n !== null && n % 2 === 0 };
    });
    const keyless = defineSchema({ id: "text", n: "number", t: "text", b: "boolean" });
    let turn = 0;
    const all = [...rows.keys()];
    const pick = (index: number): object => rows[index] ?? {};
    for (const sort of [
      [{ field: "n" }],
      [{ field: "n", direction: "desc" }],
      [{ field: "t" }, { field: "id", direction: "desc" }],
      [{ field: "b", direction: "desc" }, { field: "n" }],
      [{ field: "id", direction: "desc" }],
    ] as const) {
      const withKey = recordOrder(SCHEMA, sort);
      const sorted = all.toSorted((a, b) => withKey(pick(a), pick(b)) || a - b);
      for (const strategy of someOf(["vectors", "closures"] as const, turn++)) {
        const columns = columnsOf(rows, { strategy, mostDistinct: 1_000 });
        for (const source of ["TRUE()", "FIND('3', {id})"]) {
          const formula = formulaOf(source);
          const wanted = sorted.filter((index) => formula.matches(pick(index)));
          const name = `${source}, ${strategy}, ${JSON.stringify(sort)}`;
          expect(Array.from(formula.select(columns, { sort })), name).toEqual(wanted);
          for (const limit of [1, 300]) {
            const first = Array.from(formula.select(columns, { sort, limit }));
            expect(first, `${name}, ${limit}`).toEqual(wanted.slice(0, limit));
          }
        }
      }
      // Without a key in the schema, only the first sort key counts.
      const columns = Columns.from(rows, keyless);
      const formula = compileOrThrow("TRUE()", keyless);
      const inOrder = Array.from(formula.select(columns, { sort }));
      expect(Array.from(formula.select(columns, { sort, limit: 50 }))).toEqual(
        inOrder.slice(0, 50),
      );
    }
  });

  it("needs fields that can be sorted by, and a key to continue after a record", () => {
    const columns = columnsOf([{ id: "a" }]);
    const all = formulaOf("TRUE()");
    expect(() => all.select(columns, { sort: [{ field: "l" }] })).toThrow("lists have none");
    expect(() => all.select(columns, { sort: [{ field: "q" }] })).toThrow(TypeError);
    // Untyped, as in JavaScript.
    const upward = JSON.parse('{ "field": "n", "direction": "ascending" }');
    expect(() => all.select(columns, { sort: [upward] })).toThrow(
      /^`select`: the direction of `n`/,
    );
    expect(() => all.select(columns, { limit: -1 })).toThrow(/^`select`: the limit/);
    const schema = defineSchema({ n: "number" });
    const keyless = Columns.from([{ n: 2 }, { n: 1 }, { n: 2 }], schema);
    const each = compileOrThrow("TRUE()", schema);
    expect(Array.from(each.select(keyless, { sort: [{ field: "n", direction: "desc" }] }))).toEqual(
      [0, 2, 1],
    );
    expect(() => each.select(keyless, { after: {} })).toThrow("the schema must have a key field");
  });
});
