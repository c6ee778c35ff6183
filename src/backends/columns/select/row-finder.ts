import { Run, type Test } from "../../evaluation/compute.ts";
import type { BitsTest, ColumnTest, RangeTest, TableTest } from "../condition/column-test.ts";
import type { Numbers } from "../storage/grow.ts";

/** Finds the rows that match a condition. */
export interface RowFinder {
  /** Writes the matching rows in `[from, to)` to `hits`, starting at index `size`; returns the new size. */
  readonly scan: (from: number, to: number, hits: Int32Array, size: number) => number;
  /** Filters the rows in `hits` from index `start` up to `end` in place; returns the new end. */
  readonly refine: (hits: Int32Array, start: number, end: number) => number;
  /** Counts the matching rows of a whole block; `undefined`, or omitted, unless that is faster than finding them. */
  readonly count?: (from: number, to: number) => number | undefined;
  /** Counts the matching rows of a whole block, and writes its words of a mask; `undefined` as for `count`. */
  readonly mark?: (from: number, to: number, words: Uint32Array) => number | undefined;
}

// The loops are branchless, so the processor cannot mispredict: each row is written to `hits`, but `found` advances
// only if the row matches.

export function finderOf(columnTest: ColumnTest): RowFinder {
  switch (columnTest.kind) {
    case "range":
      return rangeFinder(columnTest);
    case "table":
      return tableFinder(columnTest);
    case "bits":
      return finderByRow(bitsTest(columnTest));
  }
}

function rangeFinder({ values, low, high, isInside }: RangeTest): RowFinder {
  const outside = isInside ? 0 : 1;
  return {
    scan: (from, to, hits, size) => scanRange(values, low, high, outside, from, to, hits, size),
    refine: (hits, start, end) => refineRange(values, low, high, outside, hits, start, end),
  };
}

function scanRange(
  values: Numbers,
  low: number,
  high: number,
  outside: number,
  from: number,
  to: number,
  hits: Int32Array,
  size: number,
): number {
  let found = size;
  for (let row = from; row < to; row++) {
    const value = values[row] as number;
    hits[found] = row;
    found += (+(value >= low) & +(value <= high)) ^ outside;
  }
  return found;
}

function refineRange(
  values: Numbers,
  low: number,
  high: number,
  outside: number,
  hits: Int32Array,
  start: number,
  end: number,
): number {
  let found = start;
  for (let index = start; index < end; index++) {
    const row = hits[index] as number;
    const value = values[row] as number;
    hits[found] = row;
    found += (+(value >= low) & +(value <= high)) ^ outside;
  }
  return found;
}

function tableFinder({ codes, table }: TableTest): RowFinder {
  return {
    scan: (from, to, hits, size) => {
      let found = size;
      for (let row = from; row < to; row++) {
        hits[found] = row;
        found += table[codes[row] as number] as number;
      }
      return found;
    },
    refine: (hits, start, end) => {
      let found = start;
      for (let index = start; index < end; index++) {
        const row = hits[index] as number;
        hits[found] = row;
        found += table[codes[row] as number] as number;
      }
      return found;
    },
  };
}

export function bitsTest({ words, isAny }: BitsTest): Test<number> {
  return (row) => {
    for (const [bits, mask] of words) if (((bits[row] as number) & mask) !== 0) return isAny;
    return !isAny;
  };
}

/** A finder that calls a test for each row. */
export function finderByRow(test: Test<number>): RowFinder {
  return {
    scan: (from, to, hits, size) => {
      const run = new Run(0);
      let found = size;
      for (let row = from; row < to; row++) {
        if (test(row, run.next())) hits[found++] = row;
      }
      return found;
    },
    refine: (hits, start, end) => {
      const run = new Run(0);
      let found = start;
      for (let index = start; index < end; index++) {
        const row = hits[index] as number;
        if (test(row, run.next())) hits[found++] = row;
      }
      return found;
    },
  };
}

/** Matches no row. */
export const NO_ROW: RowFinder = {
  scan: (_from, _to, _hits, size) => size,
  refine: (_hits, start) => start,
};

/** Matches all rows. */
export const EVERY_ROW: RowFinder = {
  scan: (from, to, hits, size) => {
    let found = size;
    for (let row = from; row < to; row++) hits[found++] = row;
    return found;
  },
  refine: (_hits, _start, end) => end,
  count: (from, to) => to - from,
  mark: (from, to, words) => {
    words.fill(0xffffffff, from >>> 5, to >>> 5);
    return to - from;
  },
};
