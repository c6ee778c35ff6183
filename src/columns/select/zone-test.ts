import { type CoreNode, operandOf } from "../../core/node.ts";
import {
  type ColumnTest,
  columnTestOf,
  type RangeTest,
  type TableTest,
} from "../condition/column-test.ts";
import type { Layout } from "../condition/layout.ts";

/** A condition holds for no row of a block, perhaps for some rows, or for all rows. */
export const NONE = 0;
export const SOME = 1;
export const ALL = 2;

export type ZoneTest = (block: number) => number;

/** Bounds rarely decide a condition in which ANDs and ORs nest deeper than this. */
const MOST_NESTED = 100;

/** Tells by a block's bounds for how many rows the condition is `wanted`; `undefined` if bounds never decide it. */
export function zoneTest(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
  nested = 0,
): ZoneTest | undefined {
  if (nested > MOST_NESTED) return undefined;
  if (node.op === "not") return zoneTest(operandOf(node), !wanted, layout, nested + 1);
  if (node.op === "and" || node.op === "or") {
    const needsEach = (node.op === "and") === wanted;
    const tests = node.operands.map(
      (operand) => zoneTest(operand, wanted, layout, nested + 1) ?? unknown,
    );
    if (tests.every((test) => test === unknown)) return undefined;
    const combine = needsEach ? Math.min : Math.max;
    return (block) =>
      tests.reduce((some, test) => combine(some, test(block)), needsEach ? ALL : NONE);
  }
  const columnTest = columnTestOf(node, wanted, layout);
  return columnTest && testZones(columnTest);
}

/** The same for a column test. */
export function testZones(columnTest: ColumnTest): ZoneTest | undefined {
  switch (columnTest.kind) {
    case "range":
      return ofRange(columnTest);
    case "table":
      return ofTable(columnTest);
    case "bits":
      return undefined;
  }
}

const unknown: ZoneTest = () => SOME;

function ofRange({ zones, low, high, isInside }: RangeTest): ZoneTest {
  const takesBlanks = high === Number.POSITIVE_INFINITY;
  const [whole, nothing] = isInside ? [ALL, NONE] : [NONE, ALL];
  return (block) => {
    const least = zones.lows[block] as number;
    const most = zones.highs[block] as number;
    const hasBlanks = zones.marks[block] !== 0;
    // If a block has only blanks, `least` is above `most`.
    if (most < low || least > high)
      return takesBlanks && hasBlanks ? (least > most ? whole : SOME) : nothing;
    if (least >= low && most <= high) return !hasBlanks || takesBlanks ? whole : SOME;
    return SOME;
  };
}

function ofTable({ zones, table }: TableTest): ZoneTest {
  const sums = new Uint32Array(table.length + 1);
  let bits = 0;
  for (let code = 0; code < table.length; code++) {
    const isWanted = table[code] === 1;
    sums[code + 1] = (sums[code] as number) + (isWanted ? 1 : 0);
    if (isWanted && code < 31) bits |= 1 << code;
  }
  const isSmall = table.length <= 31;
  return (block) => {
    const least = zones.lows[block] as number;
    const most = zones.highs[block] as number;
    // The block has rows that were added after this reader got its columns, with codes that it does not know.
    if (most >= table.length) return SOME;
    if (isSmall) {
      const marks = zones.marks[block] as number;
      if ((marks & bits) === 0) return NONE;
      return (marks & ~bits) === 0 ? ALL : SOME;
    }
    const wanted = (sums[most + 1] as number) - (sums[least] as number);
    if (wanted === 0) return NONE;
    return wanted === most - least + 1 ? ALL : SOME;
  };
}
