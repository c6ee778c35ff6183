import { evaluate } from "../../language/core/evaluate.ts";
import type { CoreNode } from "../../language/core/node.ts";
import type { BoundParameters } from "../evaluation/bound.ts";
import { rowScope } from "./row-scope.ts";

/**
 * Tests a range of rows, writes the indexes of the matches to the start of `hits`, and returns their number. It may
 * throw if reading a row throws.
 */
export type RowLoop = (
  rows: readonly unknown[],
  from: number,
  to: number,
  hits: Int32Array,
  now: number,
  bound: BoundParameters,
) => number;

/** The number of rows tested at a time: few enough to stay in the cache until the matches are collected. */
const BLOCK = 4096;

/**
 * Returns the rows that `loop` finds, in order. If it throws, `careful` tests the rows of that block again.
 *
 * The length of the result is estimated from the blocks so far: with many matches, appending one by one would cost more
 * than the filter itself.
 */
export function collect<Row>(
  rows: readonly Row[],
  loop: RowLoop,
  careful: RowLoop,
  now: number,
  bound: BoundParameters,
): Row[] {
  const { length } = rows;
  const hits = new Int32Array(Math.min(length, BLOCK));
  let found: Row[] = [];
  let size = 0;
  let capacity = 0;
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(from + BLOCK, length);
    const count = runLoop(rows, from, to, hits, now, bound, loop, careful);
    if (size + count > capacity && length > BLOCK) {
      const promised = Math.ceil(((size + count) / to) * length * 1.03) + 64;
      capacity = Math.min(length, Math.max(promised, capacity + (capacity >> 1)));
      found = widened(found, size, capacity);
    }
    for (let index = 0; index < count; index++) {
      // The loop only writes indexes below `to`.
      found[size++] = rows[hits[index] as number] as Row;
    }
  }
  found.length = size;
  return found;
}

function runLoop(
  rows: readonly unknown[],
  from: number,
  to: number,
  hits: Int32Array,
  now: number,
  bound: BoundParameters,
  loop: RowLoop,
  careful: RowLoop,
): number {
  try {
    return loop(rows, from, to, hits, now, bound);
  } catch {
    return careful(rows, from, to, hits, now, bound);
  }
}

function widened<T>(found: readonly T[], size: number, capacity: number): T[] {
  const wider: T[] = new Array(capacity);
  for (let index = 0; index < size; index++) wider[index] = found[index] as T;
  return wider;
}

/** Throws for a row that is not an object, so that `careful` tests its block. */
export function refuseRow(): never {
  throw new TypeError("a row is not an object");
}

/** The reference evaluator as a loop. It does not throw where other loops do. */
export function carefulLoop(condition: CoreNode): RowLoop {
  return (rows, from, to, hits, now, bound) => {
    let count = 0;
    for (let index = from; index < to; index++) {
      const row = rows[index];
      if (evaluate(condition, rowScope(row, now, bound.plain)) === true) hits[count++] = index;
    }
    return count;
  };
}
