import { RowMask } from "../mask/row-mask.ts";
import { withScratch } from "../scratch.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { SelectPlan } from "./select-plan.ts";

/** Calls `use` with at least the first `enough` rows that match (or all of them). Later calls overwrite the array. */
export function withRows<T>(plan: SelectPlan, enough: number, use: (rows: Uint32Array) => T): T {
  return withScratch(plan.length, (hits) => {
    let size = 0;
    for (let block = 0; block < plan.blocks && size < enough; block++) {
      size = plan.run(block, hits, size);
    }
    return use(new Uint32Array(hits.buffer, 0, size));
  });
}

/** The size of the first slice: the cost of a row is not known yet. */
const FIRST = 32;

/** The first `enough` rows that match, found in slices; `undefined` if `mayGoOn` returns false before that. */
/* v8 ignore start -- a thread of a pool calls it, whose code is not counted */
export function rowsFound(
  plan: SelectPlan,
  enough: number,
  mayGoOn: () => boolean,
): Uint32Array | undefined {
  return withScratch(plan.length, (hits) => {
    let size = 0;
    let part = FIRST;
    for (let at = 0; at < plan.length && size < enough; part = Math.min(2 * part, BLOCK)) {
      if (!mayGoOn()) return;
      const end = Math.min(at + part, (at & -BLOCK) + BLOCK, plan.length);
      size = plan.find(at, end, hits, size);
      at = end;
    }
    return new Uint32Array(hits.buffer, 0, Math.min(size, enough)).slice();
  });
}
/* v8 ignore stop */

/** The rows that match, as a mask. */
export function maskOf(plan: SelectPlan): RowMask {
  const hits = new Int32Array(BLOCK);
  const words = RowMask.wordsFor(plan.length);
  let count = 0;
  for (let block = 0; block < plan.blocks; block++) count += plan.mark(block, hits, words);
  return RowMask.of(plan.length, words, count);
}

/** The number of rows that match. */
export function countOf(plan: SelectPlan): number {
  const hits = new Int32Array(BLOCK);
  let count = 0;
  for (let block = 0; block < plan.blocks; block++) count += plan.count(block, hits);
  return count;
}
