import { evaluate } from "../core/evaluate.ts";
import type { CoreNode } from "../core/node.ts";
import { rowScope } from "./row-scope.ts";

/**
 * Looks at the rows of a range and writes the places of those that match into `hits`, from its start; answers how many
 * there are. It may throw where reading a row throws.
 */
export type RowLoop = (
  rows: readonly unknown[],
  from: number,
  to: number,
  hits: Int32Array,
  now: number,
) => number;

/** Rows looked at in one go: few enough to stay in the cache until they are collected. */
const BLOCK = 4096;

/**
 * The rows that a loop finds, in order. A block in which reading throws is looked at again, row by row, by `careful`.
 *
 * The array of results is made as wide as the blocks so far promise: growing one by one costs more than the
 * filter itself when many rows match.
 */
export function collect<Row>(
  rows: readonly Row[],
  loop: RowLoop,
  careful: RowLoop,
  now: number,
): Row[] {
  const { length } = rows;
  const hits = new Int32Array(Math.min(length, BLOCK));
  let found: Row[] = [];
  let size = 0;
  let capacity = 0;
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(from + BLOCK, length);
    const count = runLoop(rows, from, to, hits, now, loop, careful);
    if (size + count > capacity && length > BLOCK) {
      const promised = Math.ceil(((size + count) / to) * length * 1.03) + 64;
      capacity = Math.min(length, Math.max(promised, capacity + (capacity >> 1)));
      found = widened(found, size, capacity);
    }
    for (let index = 0; index < count; index++) {
      // The loop writes places below `to` only.
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
  loop: RowLoop,
  careful: RowLoop,
): number {
  try {
    return loop(rows, from, to, hits, now);
  } catch {
    return careful(rows, from, to, hits, now);
  }
}

function widened<T>(found: readonly T[], size: number, capacity: number): T[] {
  const wider: T[] = new Array(capacity);
  for (let index = 0; index < size; index++) wider[index] = found[index] as T;
  return wider;
}

/** A row that is no object has no properties to read: `careful` knows what it answers. */
export function refuseRow(): never {
  throw new TypeError("a row is no object");
}

/** The reference evaluator as a loop: it reads rows that no other loop can. */
export function carefulLoop(condition: CoreNode): RowLoop {
  return (rows, from, to, hits, now) => {
    let count = 0;
    for (let index = from; index < to; index++) {
      const row = rows[index];
      if (evaluate(condition, rowScope(row, now)) === true) hits[count++] = index;
    }
    return count;
  };
}
