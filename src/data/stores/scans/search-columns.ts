import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import { bitCount, RowMask } from "../../../backends/columns/mask/row-mask.ts";
import {
  choosing,
  type SelectOptions,
  selecting,
} from "../../../backends/columns/order/select-rows.ts";
import { maskOf, rowsFound } from "../../../backends/columns/select/found-rows.ts";
import { copyColumns } from "../../../backends/columns/shared/shared-columns.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import { atOneTime } from "../../../language/core/at-one-time.ts";
import { type AnyFormula, internals } from "../../../language/core/compiled.ts";
import { countUses } from "../../../language/core/uses.ts";
import { allSteps } from "../../../util/steps.ts";
import type { Clock } from "../clock.ts";
import { NOBODY } from "../fair-queue.ts";
import { paced, TimeSlice } from "../time-slice.ts";
import { findFew } from "./find-few.ts";
import { inSharedMemory } from "./in-shared-memory.ts";
import {
  chunkRowsFor,
  FIRST_SEARCHED,
  isShort,
  LEAST_PARALLEL_ROWS,
  SOON_MS,
  SOONER_MS,
} from "./parallel-threshold.ts";
import { MarkWalk } from "./row-walk.ts";
import type { Scan } from "./scan-job.ts";
import type { ScanTask } from "./scan-messages.ts";
import { sentFormula } from "./sent-formula.ts";

interface Threads {
  readonly clock: Clock;
  readonly isEager: boolean;
  readonly isOut: boolean;
  readonly scan: (scan: Scan, task: ScanTask) => Promise<number | undefined>;
}

interface ColumnSearch {
  readonly filter: AnyFormula;
  readonly rows: ColumnTable;
  /** The number of matching rows that are needed, from the first on; all by default. */
  readonly enough?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The matching rows, or at least as many as are needed. The search begins on the caller's thread, and moves to others
 * if it takes longer than a moment.
 */
export async function searchColumns(threads: Threads, search: ColumnSearch): Promise<RowMask> {
  const { rows, signal } = search;
  signal?.throwIfAborted();
  // Without yielding: another call cannot abort the search meanwhile.
  if (isShort(rows.length, threads)) return maskOf(allSteps(rows.planning(search.filter)));
  const slice = sliceFor(signal, threads);
  const filter = atOneTime(search.filter);
  const plan = await paced(rows.planning(filter), slice);
  const found = new FoundRows(rows.length, search.enough);
  let walk = new MarkWalk(plan, found.words, slice.clock);
  const begin = slice.clock.now();
  let mayLeave = !threads.isOut;
  let hasLeft = false;
  let next = search.enough === undefined ? rows.length : FIRST_SEARCHED;
  for (let at = 0; at < rows.length && !found.isEnough(at); ) {
    const isLong = slice.shouldYield(mayLeave ? SOONER_MS : 0) || threads.isEager;
    const isMuch = rows.length - at >= LEAST_PARALLEL_ROWS || threads.isEager;
    const paysOff = mayLeave && isLong && isMuch;
    // Most searches end before the formula has to be serialized.
    const sent = paysOff ? sentFormula(filter, rows.schema) : undefined;
    if (sent === undefined) {
      // The filter calls a function that threads do not have.
      if (paysOff) mayLeave = false;
      if (slice.shouldYield()) await slice.yield();
      at = walk.go(at, rows.length);
      continue;
    }
    await paced(copyColumns(rows, fieldsRead(filter)), slice);
    walk = new MarkWalk(plan, found.share(), slice.clock);
    hasLeft = true;
    const from = at & -BLOCK;
    const to = Math.min(from + next, rows.length);
    const chunkRows = chunkRowsFor((slice.clock.now() - begin) / Math.max(at, 1));
    next *= 4;
    await slice.elsewhere(async (mayWork, mayWait) => {
      const scan = { rows, from, to, chunkRows, owner: NOBODY, signal, mayWork, mayWait };
      const used = await threads.scan(scan, {
        kind: "mark",
        mask: undefined,
        filter: sent,
        words: found.words,
      });
      mayLeave = used !== undefined;
      return used ?? 0;
    });
    if (mayLeave) at = to;
  }
  return RowMask.of(rows.length, found.words, hasLeft ? undefined : walk.count);
}

/**
 * The first matching rows, as many as are needed, if the caller's thread finds them within a moment; `undefined`
 * otherwise. This avoids building a mask and listing its rows.
 */
export async function selectSoon(
  threads: Threads,
  { filter, rows, signal, enough = rows.length }: ColumnSearch,
): Promise<Uint32Array | undefined> {
  signal?.throwIfAborted();
  if (threads.isEager) return undefined;
  const slice = sliceFor(signal, threads);
  const plan = await paced(rows.planning(filter), slice);
  const until = slice.clock.now() + SOON_MS;
  return rowsFound(plan, enough, () => slice.clock.now() < until);
}

/**
 * The first rows of an order with a small limit, found on the caller's thread; `undefined` if a parallel search of all
 * rows is faster.
 */
export async function selectFew(
  threads: Threads,
  {
    filter,
    rows,
    signal,
    wanted,
    limit,
  }: ColumnSearch & { readonly wanted: SelectOptions; readonly limit: number },
): Promise<Uint32Array | undefined> {
  signal?.throwIfAborted();
  if (isShort(rows.length, threads) || limit === 0)
    return allSteps(selecting(rows, filter, wanted));
  const slice = sliceFor(signal, threads);
  const best = await paced(choosing(rows, filter, wanted, limit), slice);
  const mayLeave = !threads.isOut && sentFormula(filter, rows.schema) !== undefined;
  return findFew(best, slice, { mayLeave, isEager: threads.isEager });
}

/** A time slice without an owner, which ends when the signal aborts. */
export function sliceFor(
  signal: AbortSignal | undefined,
  { clock }: { readonly clock: Clock },
): TimeSlice {
  return new TimeSlice({ signal, clock });
}

/** The matching rows so far. */
class FoundRows {
  words: Uint32Array;
  readonly #enough: number | undefined;
  #counted = 0;
  #count = 0;

  constructor(length: number, enough: number | undefined) {
    this.words = RowMask.wordsFor(length);
    this.#enough = enough;
  }

  /** Moves the bits to shared memory. */
  share(): Uint32Array {
    this.words = inSharedMemory(this.words);
    return this.words;
  }

  /** Whether there are enough matches before row `at`. Matches in its block are not counted yet. */
  isEnough(at: number): boolean {
    if (this.#enough === undefined) return false;
    const end = (at & -BLOCK) >>> 5;
    for (; this.#counted < end; this.#counted++) {
      this.#count += bitCount(this.words[this.#counted] as number);
    }
    return this.#count >= this.#enough;
  }
}

export function fieldsRead(filter: AnyFormula | undefined): readonly string[] {
  if (filter === undefined) return [];
  return [...countUses(internals(filter).condition).keys()].flatMap(({ op, data }) =>
    op === "field" ? [data.name] : [],
  );
}
