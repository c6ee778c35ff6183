import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsWithin } from "../../../src/backends/columns/mask/row-mask.ts";
import { ColumnsError, type RowMask } from "../../../src/columns.ts";
import { summarize } from "../../../src/summary.ts";
import { columnsOf, formulaOf } from "./columns-of.ts";

/** More than two blocks, the last of them partial. */
const many = Array.from({ length: 10_007 }, (_, index) => ({
  id: `k${index}`,
  n: index % 1000,
  m: index,
  t: ["red", "green", "blue", ""][index % 4],
  b: index % 3 === 0,
}));
const columns = columnsOf(many);

function maskOf(source: string): RowMask {
  return formulaOf(source).mask(columns);
}

/** The mask of some of the first `length` rows. */
function maskOfRows(rows: ReadonlySet<number>, length: number): RowMask {
  const some = columnsOf(Array.from({ length }, (_, row) => ({ b: rows.has(row) })));
  return formulaOf("{b}").mask(some);
}

const masks = fc.integer({ min: 0, max: 70 }).chain((length) => {
  const row = fc.nat(Math.max(0, length - 1));
  const rows = fc.array(row).map((some) => new Set(length === 0 ? [] : some));
  return fc.record({ length: fc.constant(length), a: rows, b: rows });
});

describe("a mask", () => {
  it("combines like sets of rows", () => {
    fc.assert(
      fc.property(masks, ({ length, a, b }) => {
        const every = Array.from({ length }, (_, row) => row);
        const [first, second] = [maskOfRows(a, length), maskOfRows(b, length)];
        const rowsOf = (test: (row: number) => boolean): Uint32Array =>
          Uint32Array.from(every.filter(test));
        expect(first.rows()).toEqual(rowsOf((row) => a.has(row)));
        expect([...first]).toEqual([...a].sort((x, y) => x - y));
        expect(first.count).toBe(a.size);
        expect(first.and(second).rows()).toEqual(rowsOf((row) => a.has(row) && b.has(row)));
        expect(first.or(second).rows()).toEqual(rowsOf((row) => a.has(row) || b.has(row)));
        expect(first.not().rows()).toEqual(rowsOf((row) => !a.has(row)));
        expect(first.not().count).toBe(length - a.size);
        expect(every.filter((row) => first.has(row))).toEqual([...first]);
        expect([-1, length, length + 31, 2 ** 32, 0.5, Number.NaN].some(first.has)).toBe(false);
      }),
    );
  });

  it("has the rows of any slice of it", () => {
    const words = Uint32Array.of(0x80000001, 0xffffffff, 0x12345678);
    const every = Array.from({ length: 96 }, (_, row) => row);
    const isSet = (row: number): boolean => (((words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
    for (let from = 0; from < 96; from += 5) {
      for (let to = from; to <= 96; to += 7) {
        const into = new Int32Array(97).fill(-1);
        const size = rowsWithin(words, from, to, into, 1);
        const wanted = every.slice(from, to).filter(isSet);
        expect([...into.subarray(1, size)], `${from} to ${to}`).toEqual(wanted);
      }
    }
  });

  it.each([
    ["none of the rows", "{m} < 0"],
    ["all rows", "{m} >= 0"],
    ["whole blocks and a part of one", "{m} >= 5000"],
    ["rows of several stages", 'AND({m} < 100, FIND("7", {id}), {t} != "red")'],
  ])("replaces a formula on columns: %s", (_, source) => {
    const formula = formulaOf(source);
    const mask = maskOf(source);
    expect(mask.rows()).toEqual(columns.select(formula));
    expect(columns.select(mask)).toEqual(columns.select(formula));
    expect(columns.count(mask)).toBe(columns.count(formula));
    expect([...columns.scan(mask)]).toEqual([...columns.scan(formula)]);
    const sort = [{ field: "t", direction: "desc" }, { field: "n" }] as const;
    for (const options of [{ sort }, { sort, limit: 10 }, { limit: 3 }, { after: { id: "k5" } }]) {
      expect(columns.select(mask, options)).toEqual(columns.select(formula, options));
    }
    const query = { groupBy: ["t"], measures: ["count", "sum(m)"] };
    expect(summarize(columns, { ...query, filter: mask })).toEqual(
      summarize(columns, { ...query, filter: formula }),
    );
  });

  it("equals the result of the combined formulas", () => {
    const combined = maskOf("{n} > 500").and(maskOf("{b}")).or(maskOf('{t} = "red"').not());
    const source = 'OR(AND({n} > 500, {b}), {t} != "red")';
    expect(combined.rows()).toEqual(columns.select(formulaOf(source)));
    expect(columns.select(combined, { limit: 5 })).toEqual(combined.rows().slice(0, 5));
  });

  it("stays unchanged when rows are appended, and then belongs to the snapshot only", () => {
    const growing = columnsOf(many.slice(0, 40));
    const before = growing.snapshot();
    const mask = formulaOf("{b}").mask(growing);
    growing.append(many.slice(40, 90));
    expect(mask.count).toBe(14);
    expect(before.count(mask)).toBe(14);
    expect(() => growing.count(mask)).toThrow(
      new ColumnsError("the mask has 40 rows, and the columns have 90"),
    );
    expect(() => mask.and(formulaOf("{b}").mask(growing))).toThrow(
      "a mask of 40 rows cannot be combined with one of 90 rows",
    );
  });

  it("of another kind is refused", () => {
    const mask = maskOf("{b}");
    expect(() => mask.and(new Set([1]) as never)).toThrow("`and`: the other mask");
    expect(() => columns.select(new Uint32Array(3) as never)).toThrow("`select`: the formula");
    expect(() => formulaOf("{b}").mask(many as never)).toThrow("`mask`: the first argument");
    expect(() => summarize(many, { schema: columns.schema, filter: mask as never })).toThrow(
      "`summarize`: the formula",
    );
  });
});
