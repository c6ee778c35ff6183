import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  LAST,
  type RadixKey as NumberKey,
  radixSort,
} from "../../../src/backends/columns/order/radix-sort.ts";
import { stringKey } from "../../../src/backends/columns/order/string-key.ts";
import { TextRanks } from "../../../src/backends/columns/order/text-ranks.ts";
import type { SortKey } from "../../../src/columns.ts";
import { compareText } from "../../../src/language/values/text/index.ts";
import { recordOrder } from "../../../src/sql.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { runsOf } from "../../harness/extent.ts";
import { columnsOf, formulaOf, SCHEMA } from "./columns-of.ts";

function keyOf(values: ArrayLike<number>): NumberKey {
  return {
    write: (items, from, to, _, into) => {
      for (let at = from; at < to; at++) into[at] = values[items[at] ?? 0] ?? Number.NaN;
    },
  };
}

function sorted(count: number, keys: readonly NumberKey[]): number[] {
  const items = Uint32Array.from({ length: count }, (_, item) => item);
  allSteps(radixSort(items, keys));
  return [...items];
}

function difference(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** Sorted by comparison: ties are in the order of the items. */
function compared(count: number, keys: readonly ArrayLike<number>[]): number[] {
  return [...new Array(count).keys()].sort((a, b) => {
    for (const values of keys) {
      const order = difference(values[a] ?? 0, values[b] ?? 0);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

const MOST = Number.MAX_VALUE;
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, LAST, MOST, -MOST, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** 53),
  fc.double({ noNaN: true, min: -MOST }),
  fc.integer({ min: -3, max: 40 }),
  fc.integer({ min: -1_000, max: 1_000 }).map((exponent) => 2 ** exponent),
);

describe("a sort by numbers", () => {
  test.prop(
    [
      fc.integer({ min: 1, max: 3 }).chain((keys) =>
        fc.array(fc.tuple(...new Array(keys).fill(number)), {
          maxLength: 300,
          size: "max",
        }),
      ),
    ],
    { numRuns: runsOf(500) },
  )("equals a sort by comparisons", (rows) => {
    const keys = [...(rows[0] ?? []).keys()].map((key) => rows.map((row) => Number(row[key])));
    expect(sorted(rows.length, keys.map(keyOf))).toEqual(compared(rows.length, keys));
  });

  test.prop(
    [
      fc
        .array(number, { minLength: 1, maxLength: 3 })
        .chain((few) => fc.array(fc.constantFrom(...few), { maxLength: 200, size: "max" })),
    ],
    { numRuns: runsOf(500) },
  )("equals it for many equal numbers", (values) => {
    expect(sorted(values.length, [keyOf(values)])).toEqual(compared(values.length, [values]));
  });

  const COUNT = 33_500;
  const scattered = (index: number): number => Math.imul(index, 2_654_435_761) >>> 0;
  it.each<[string, (index: number) => number]>([
    ["that are all equal", () => 7],
    ["of a few values", (index) => scattered(index) % 5],
    ["of which most are blank", (index) => (scattered(index) % 9 === 0 ? index : LAST)],
    ["that are all blank but one", (index) => (index === 33_000 ? -1 : LAST)],
    ["of one large number and blanks", (index) => (index % 3 === 0 ? LAST : MOST)],
    ["of one small number and blanks", (index) => (index % 3 === 0 ? LAST : -Number.MIN_VALUE)],
    ["that halve, so that most are near 0", (index) => 2 ** -(scattered(index) % 1_074)],
    ["of all sizes", (index) => (index % 2 === 0 ? 1 : -1) * 2 ** (scattered(index) % 1_024)],
    ["with one that is far from the others", (index) => (index === 9 ? 1e300 : scattered(index))],
    ["that descend", (index) => -index],
  ])("sorts many numbers %s", (_, valueAt) => {
    const values = Float64Array.from({ length: COUNT }, (_, index) => valueAt(index));
    const second = Float64Array.from(values, (_, index) => scattered(index * 7) % 1_000);
    expect(sorted(COUNT, [keyOf(values)])).toEqual(compared(COUNT, [values]));
    const both = [values, second];
    expect(sorted(COUNT, both.map(keyOf))).toEqual(compared(COUNT, both));
  });

  it("does nothing without items or without keys", () => {
    expect(sorted(0, [keyOf([])])).toEqual([]);
    expect(sorted(1, [keyOf([3])])).toEqual([0]);
    expect(sorted(3, [])).toEqual([0, 1, 2]);
  });

  it("reads each number of a string once, and only a limited number in one step", () => {
    const shared = "ä€😀x".repeat(10_000);
    const texts = [...new Array(120).keys()].map((item) => `${shared}${(item * 7) % 40}`);
    const key = stringKey((item) => texts[item] ?? "");
    let numbers = 0;
    const write: NumberKey["write"] = (items, from, to, depth, into) => {
      numbers += to - from;
      key.write(items, from, to, depth, into);
    };
    const items = Uint32Array.from(texts, (_, item) => item);
    const steps = radixSort(items, [{ ...key, write }]);
    const perStep: number[] = [];
    for (let before = 0; steps.next().done !== true; before = numbers) {
      perStep.push(numbers - before);
    }
    const units = texts.reduce((sum, text) => sum + text.length, 0);
    expect(numbers).toBeLessThanOrEqual(units / 3 + 2 * texts.length);
    expect(Math.max(...perStep)).toBeLessThan(40_000);
    const wanted = [...texts.keys()].sort(
      (a, b) => compareText(texts[a] ?? "", texts[b] ?? "") || a - b,
    );
    expect([...items]).toEqual(wanted);
  });

  test.prop([fc.array(fc.string({ unit: "grapheme", maxLength: 9 }), { maxLength: 80 })], {
    numRuns: runsOf(1_000),
  })("has strings in the order of their code points, in both directions", (given) => {
    const texts = given.map((text) => text.replaceAll("\0", ""));
    for (const isDescending of [false, true]) {
      const order = sorted(texts.length, [stringKey((item) => texts[item] ?? "", isDescending)]);
      const sign = isDescending ? -1 : 1;
      const wanted = [...texts.keys()].sort(
        (a, b) => sign * compareText(texts[a] ?? "", texts[b] ?? "") || a - b,
      );
      expect(order).toEqual(wanted);
    }
  });
});

describe("orders of texts", () => {
  const LONG = "x".repeat(100_000);
  const TEXTS: Readonly<Record<string, (index: number) => string>> = {
    "all equal": () => LONG,
    "that share 100 kB": (index) => `${LONG}${(index * 7) % 30}`,
    "each the beginning of the next": (index) => LONG.slice(0, ((index * 7) % 60) * 1_000),
    "that share more and more": (index) => {
      const at = (index * 11) % 60;
      return `${LONG.slice(0, at * 500)}y${LONG.slice(at * 500)}`;
    },
  };

  it.each(Object.entries(TEXTS))("are exact for strings %s", (_, textAt) => {
    const rows = [...new Array(60).keys()].map((index) => ({
      id: `k${(index * 13) % 60}`,
      t: textAt(index),
      n: index % 3,
    }));
    const all = formulaOf("TRUE()");
    for (const mostDistinct of [0, 1_000]) {
      const columns = columnsOf(rows, { mostDistinct });
      for (const direction of ["asc", "desc"] as const) {
        const sort: SortKey[] = [
          { field: "t", direction },
          { field: "n", direction: "desc" },
        ];
        const order = recordOrder(SCHEMA, sort);
        const wanted = [...rows.keys()].sort((a, b) => order(rows[a], rows[b]));
        expect([...all.select(columns, { sort })]).toEqual(wanted);
      }
    }
  });
});

describe("the positions of a dictionary's strings in order", () => {
  it("are the same, whichever caller runs the steps", () => {
    const texts = Array.from(
      { length: 400 },
      (_, index) => `${"x".repeat(9_000)}${(index * 7) % 400}`,
    );
    const column = columnsOf(texts.map((t) => ({ t })))
      .snapshot()
      .table.column("t");
    if (column?.kind !== "codes") throw new Error("the column has no dictionary");
    const one = TextRanks.of(column);
    expect(one.prepare()).toBe(true);
    const other = TextRanks.of(column);
    expect(other.prepare()).toBe(true);
    const ranks = one.byCode(1);
    expect(other.prepare()).toBe(false);
    const inOrder = [...column.texts.keys()]
      .slice(1)
      .sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
    expect(inOrder.map((code) => column.texts[code])).toEqual([...texts].sort());
    expect(other.byCode(-1)[inOrder[3] ?? 0]).toBe(-(ranks[inOrder[3] ?? 0] ?? 0));
  });
});
