import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactSum } from "../../../src/data/summary/groups/exact-sum.ts";
import { GroupSums } from "../../../src/data/summary/groups/group-sums.ts";
import { nthNumber } from "../../../src/data/summary/groups/nth-number.ts";
import { casesOf } from "../../harness/extent.ts";

/** A power of two that makes whole numbers of all that are tested. */
const SCALE = 2 ** 300;

const numbers = fc.array(
  fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
    fc.double({ min: -1e60, max: 1e60, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-60),
  ),
  { maxLength: 60 },
);

/** The sum over a divisor: whole numbers have it exactly, and `Number` rounds once. */
function expected(values: readonly number[], divisor: number): number {
  const sum = values.reduce((left, value) => left + BigInt(value * SCALE), 0n);
  // The digits that division drops are kept as one bit that is far below the last one that counts.
  const shifted = sum << 200n;
  const rest = shifted % BigInt(divisor) === 0n ? 0n : shifted < 0n ? -1n : 1n;
  const quotient = (shifted / BigInt(divisor)) * 2n + rest;
  return Number(quotient) / SCALE / 2 ** 201 + 0;
}

function sumOf(values: readonly number[]): ExactSum {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum;
}

describe("exact sums", () => {
  it("are rounded once, and do not depend on the order", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 1000 }), (values, divisor) => {
        expect(sumOf(values).over(divisor)).toBe(expected(values, divisor));
        expect(sumOf(values.toReversed?.() ?? [...values].reverse()).over(1)).toBe(
          expected(values, 1),
        );
      }),
      { numRuns: casesOf(30_000) },
    );
  });

  it("of groups are those of their numbers, whatever their sizes", () => {
    const wide = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.oneof(numbers, wide), fc.integer({ min: 1, max: 60 }), (values, batch) => {
        const sums = new GroupSums();
        sums.reserve(3);
        for (let from = 0; from < values.length; from += batch) {
          const some = Float64Array.from(values.slice(from, from + batch));
          const groups = Uint32Array.from(some, (_, index) => (from + index) % 3);
          sums.add(groups, some, some.length);
          // Whoever has no pause does not settle.
          if (from % 2 === 0) for (const _ of sums.settle() ?? []);
        }
        for (const group of [0, 1, 2]) {
          const own = values.filter((_, index) => index % 3 === group);
          expect(sums.of(group).over(1)).toBe(sumOf(own).over(1));
          expect(sums.of(group).over(7)).toBe(sumOf(own).over(7));
        }
      }),
      { numRuns: casesOf(30_000) },
    );
  });

  it("of many groups are normalised in short steps", () => {
    const count = 50_000;
    const sums = new GroupSums();
    sums.reserve(count);
    const groups = new Uint32Array(1);
    let unsettled = 0;
    for (const scale of [1, 2 ** 100, 2 ** 300, 2 ** 900]) {
      for (let group = 0; group < count; group++) {
        groups[0] = group;
        sums.add(groups, Float64Array.of(0.1 * scale), 1);
      }
      const steps = sums.settle();
      if (steps === undefined) continue;
      unsettled++;
      expect([...steps].length).toBeGreaterThan(4);
      expect(sums.settle()).toBeUndefined();
    }
    // If all slices are put aside, the bound is raised without a step.
    expect(unsettled).toBe(2);
    const one = sumOf([0.1, 0.1 * 2 ** 100, 0.1 * 2 ** 300, 0.1 * 2 ** 900]);
    for (const group of [0, 1, count - 1]) expect(sums.of(group).over(1)).toBe(one.over(1));
  });

  it("stay exact after millions of numbers", () => {
    const sums = new GroupSums();
    sums.reserve(1);
    const values = new Float64Array(4096).fill(0.1);
    const groups = new Uint32Array(4096);
    const batches = 1100;
    for (let batch = 0; batch < batches; batch++) sums.add(groups, values, 4096);
    const sum = new ExactSum();
    // 0.1 times a power of two is exact.
    for (let batch = 0; batch < batches; batch++) sum.add(0.1 * 4096);
    expect(sums.of(0).over(1)).toBe(sum.over(1));
  });

  it.each([
    [[1e308, 1e308, -1e308], 1e308],
    [[1.7976931348623157e308, 1e292], undefined],
    [[1e16, 1, -1e16], 1],
    [[5e-324, 5e-324], 1e-323],
    [[-0], 0],
    [[], 0],
  ])("%j", (values, sum) => expect(sumOf(values).over(1)).toBe(sum));
});

describe("the number at a rank", () => {
  const mixed = (index: number): number => {
    const number = ((index * 7919) % 1013) - 500;
    return index % 3 === 0 ? number : index % 3 === 1 ? number / 7 : number * 1e300;
  };

  it.each([
    ["one", 1, mixed],
    ["two", 2, mixed],
    ["few", 100, mixed],
    ["many", 20_000, mixed],
    ["more", 70_000, mixed],
    ["many that are the same", 40_000, () => 1 / 3],
    [
      "many that differ in the last bits",
      40_000,
      (index: number) => 1 + ((index * 7919) % 40_000) * 2 ** -52,
    ],
    [
      "many that are below zero",
      40_000,
      (index: number) => -1 - ((index * 7919) % 40_000) * 2 ** -52,
    ],
    [
      "many that differ in the middle",
      40_000,
      (index: number) => 1 + ((index * 7919) % 40_000) * 2 ** -40,
    ],
  ])("is that of the sorted numbers: of %s", (_, size, numberOf) => {
    const values = Float64Array.from({ length: size }, (_each, index) => numberOf(index));
    const sorted = Float64Array.from(values).sort();
    for (const index of [0, size >> 1, size - 1]) {
      const steps = nthNumber(values.slice(), index);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(step.value).toBe(sorted[index]);
    }
  });
});
