import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/backends/columns/columns.ts";
import { DistinctPairs } from "../../../src/data/summary/groups/distinct-pairs.ts";
import { NumberNumbering } from "../../../src/data/summary/groups/number-numbering.ts";
import { Numbering } from "../../../src/data/summary/groups/numbering.ts";
import { summarize } from "../../../src/data/summary/index.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { countOf, runsOf } from "../../harness/extent.ts";

/** What every number is in the order in which the numbers first come; errors are the same, and so are zeros. */
function expected(values: readonly number[]): readonly number[] {
  const known: number[] = [];
  return values.map((value) => {
    const at = known.findIndex(
      (one) => one === value || (Number.isNaN(one) && Number.isNaN(value)),
    );
    return at < 0 ? known.push(value) - 1 : at;
  });
}

describe("the numbering of texts", () => {
  it("gives numbers in the order of appearance to texts of any length, booleans and blanks", () => {
    const some = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom("", "ab", true, false, null),
      fc
        .integer({ min: 0, max: 99 })
        .map((number) => `a text that ends alike ${number}, ends alike`),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 100 }), (values) => {
        const numbering = new Numbering<unknown>((value) => value);
        const distinct = [...new Set(values)];
        expect(values.map((value) => numbering.of(value))).toEqual(
          values.map((value) => distinct.indexOf(value)),
        );
        expect(distinct.map((_, number) => numbering.valueOf(number))).toEqual(distinct);
        expect(numbering.size).toBe(distinct.length);
      }),
      { numRuns: runsOf(500) },
    );
  });
});

describe("the numbering of float64 values", () => {
  it("gives equal numbers to equal values only", () => {
    const some = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -300_000, max: 300_000 }),
      fc.constantFrom(
        0.1,
        0.25,
        -0,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        2 ** 31,
        2 ** 53,
        5e-324,
      ),
      fc.double(),
    );
    fc.assert(
      fc.property(fc.array(fc.array(some, { maxLength: 60 }), { maxLength: 4 }), (batches) => {
        const numbering = new NumberNumbering();
        const found = batches.flatMap((batch) => {
          const into = new Uint32Array(batch.length);
          numbering.number(Float64Array.from(batch), batch.length, into);
          return [...into];
        });
        const all = batches.flat();
        expect(found).toEqual(expected(all));
        // Zeros have one number, and errors another.
        expect(found.map((number) => numbering.valueOf(number) + 0)).toEqual(
          all.map((value) => value + 0),
        );
      }),
      { numRuns: runsOf(2_000) },
    );
  });

  it("continues for many values", () => {
    const count = countOf(200_000, 500_000);
    const numbering = new NumberNumbering();
    for (let round = 0; round < 2; round++) {
      for (let from = 0; from < count; from += 4096) {
        const size = Math.min(4096, count - from);
        const into = new Uint32Array(size);
        numbering.number(
          Float64Array.from({ length: size }, (_, index) => (from + index) / 7),
          size,
          into,
        );
        expect(into.findIndex((number, index) => number !== from + index)).toBe(-1);
      }
    }
    expect(numbering.size).toBe(count);
    expect(numbering.valueOf(count - 1)).toBe((count - 1) / 7);
  });
});

describe("pairs of groups and values", () => {
  it("are counted once each, among few groups and among many", () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 140 }), fc.integer({ min: 0, max: 9000 }));
    fc.assert(
      fc.property(fc.array(fc.array(pair, { maxLength: 80 }), { maxLength: 4 }), (batches) => {
        const none = 7;
        const pairs = new DistinctPairs();
        pairs.reserve(141);
        for (const batch of batches) {
          const groups = Uint32Array.from(batch, ([group]) => group);
          const values = Uint32Array.from(batch, ([, value]) => value % 20);
          pairs.add(groups, values, batch.length, none);
        }
        const values = Array.from({ length: 141 }, () => new Set<number>());
        for (const [group, value] of batches.flat()) {
          if (value % 20 !== none) values[group]?.add(value % 20);
        }
        expect(values.map((_, group) => pairs.of(group))).toEqual(values.map(({ size }) => size));
      }),
      { numRuns: runsOf(2000) },
    );
  });
});

describe("the groups of a column with many texts", () => {
  it("include no text of records that the filter excludes", () => {
    const schema = defineSchema({ t: "text" });
    const texts = 70_000;
    const rows = Array.from({ length: texts * 2 }, (_, index) => ({ t: `text ${index % texts}` }));
    const columns = Columns.from(rows, schema, { mostDistinct: texts });
    const filter = compileOrThrow(`{t} = "text ${texts - 1}"`, schema);
    const query = { filter, groupBy: ["t"], mostGroups: 10 };
    expect(summarize(columns, query)).toEqual([{ t: `text ${texts - 1}`, count: 2 }]);
    expect(() => summarize(columns, { groupBy: ["t"], mostGroups: texts - 1 })).toThrow("groups");
  });
});
