import { performance } from "node:perf_hooks";
import { bitCount, RowMask } from "../../columns/mask/row-mask.ts";
import type { BestRows } from "../../columns/order/best-rows.ts";
import type { Steps } from "../../columns/select/stage.ts";
import { copyColumns } from "../../columns/shared/shared-columns.ts";
import type { ColumnsSnapshot, SelectOptions } from "../../columns/snapshot.ts";
import { BLOCK } from "../../columns/storage/blocks.ts";
import { atOneTime } from "../../core/at-one-time.ts";
import { type AnyFormula, COMPILE } from "../../core/compiled.ts";
import { countUses } from "../../core/uses.ts";
import { paced, TimeSlice } from "../time-slice.ts";
import { NOBODY } from "../turns.ts";
import { findFew } from "./find-few.ts";
import type { Scan } from "./job.ts";
import { RowMarker } from "./row-marker.ts";
import { FIRST_SEARCHED, LEAST_ROWS, pieceOf, SOON_MS, SOONER_MS, WORTH_SENDING } from "./worth.ts";

/** Threads that can search. */
interface Threads {
  readonly isEager: boolean;
  readonly knows: (search: Pick<Scan, "rows" | "filter">) => boolean;
  readonly search: (scan: Scan) => Promise<number | undefined>;
}

interface Search {
  readonly filter: AnyFormula;
  readonly rows: ColumnsSnapshot;
  /** How many rows are of use, the first ones; all unless given. */
  readonly enough?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The rows that match, or at least as many as are of use: searched for a moment on the caller's thread, and then in others. */
export async function searchColumns(threads: Threads, search: Search): Promise<RowMask> {
  const { rows, signal } = search;
  signal?.throwIfAborted();
  // Without a turn for others, and so without a search in which they could end it.
  if (rows.length < LEAST_ROWS && !threads.isEager) return rows.mask(search.filter);
  const slice = sliceFor(signal);
  const filter = atOneTime(search.filter);
  const marker = new RowMarker(await paced(rows.planning(filter), slice));
  const found = new FoundRows(rows.length, search.enough);
  const begin = performance.now();
  let mayLeave = threads.knows({ rows, filter });
  let next = search.enough === undefined ? rows.length : FIRST_SEARCHED;
  for (let at = 0; at < rows.length && !found.isEnough(at); ) {
    const isLong = slice.isDue(mayLeave ? SOONER_MS : 0) || threads.isEager;
    if (!mayLeave || !isLong || (rows.length - at < WORTH_SENDING && !threads.isEager)) {
      if (slice.isDue()) await slice.turn();
      at = marker.mark(at, rows.length, found.words);
      continue;
    }
    await paced(copyColumns(rows, fieldsOf(filter)), slice);
    const from = at & -BLOCK;
    const to = Math.min(from + next, rows.length);
    const piece = pieceOf((performance.now() - begin) / Math.max(at, 1));
    next *= 4;
    await slice.elsewhere(async (mayWork, mayWait) => {
      const { words } = found;
      const scan = {
        rows,
        filter,
        from,
        to,
        piece,
        words,
        owner: NOBODY,
        signal,
        mayWork,
        mayWait,
      };
      const used = await threads.search(scan);
      mayLeave = used !== undefined;
      return used ?? 0;
    });
    if (mayLeave) at = to;
  }
  return RowMask.of(rows.length, found.words);
}

/**
 * The first rows that match, as many as are of use, if the caller's thread finds them in a moment; `undefined` otherwise.
 * A mask would have to be made first, and rows of it.
 */
export async function selectSoon(
  threads: Threads,
  { filter, rows, signal, enough = rows.length }: Search,
): Promise<Uint32Array | undefined> {
  signal?.throwIfAborted();
  if (threads.isEager) return undefined;
  const slice = sliceFor(signal);
  const plan = await paced(rows.planning(filter), slice);
  const until = performance.now() + SOON_MS;
  return rows.rowsFound(plan, enough, () => performance.now() < until);
}

/**
 * The first few rows of an order, found on the caller's thread; `undefined` if threads that test all rows are sooner done.
 */
export async function selectFew(
  threads: Threads,
  {
    filter,
    rows,
    signal,
    wanted,
    limit,
  }: Search & { readonly wanted: SelectOptions; readonly limit: number },
): Promise<Uint32Array | undefined> {
  signal?.throwIfAborted();
  const isShort = rows.length < LEAST_ROWS && !threads.isEager;
  if (isShort || limit === 0) return filter.to(rows, wanted);
  const slice = sliceFor(signal);
  const plan = await paced(rows.planning(filter), slice);
  const choosing = filter.to<undefined, Steps<BestRows>>({
    [COMPILE]: ({ codeGeneration }) => rows.choosing(plan, wanted, limit, codeGeneration),
  });
  const best = await paced(choosing, slice);
  const mayLeave = threads.knows({ rows, filter });
  return findFew(best, slice, { mayLeave, isEager: threads.isEager });
}

/** A pace for work of nobody in particular, which ends when the signal aborts. */
export function sliceFor(signal: AbortSignal | undefined): TimeSlice {
  return new TimeSlice(() => signal?.throwIfAborted(), undefined, NOBODY, signal);
}

/** The rows that were found so far, in memory that threads share. */
class FoundRows {
  readonly words: Uint32Array;
  readonly #enough: number | undefined;
  #counted = 0;
  #count = 0;

  constructor(length: number, enough: number | undefined) {
    this.words = new Uint32Array(new SharedArrayBuffer(4 * RowMask.wordsFor(length).length));
    this.#enough = enough;
  }

  /** Whether there are enough among the rows before one. Those of its block are not counted yet. */
  isEnough(at: number): boolean {
    if (this.#enough === undefined) return false;
    const end = (at & -BLOCK) >>> 5;
    for (; this.#counted < end; this.#counted++) {
      this.#count += bitCount(this.words[this.#counted] as number);
    }
    return this.#count >= this.#enough;
  }
}

/** The names of the fields that a filter reads. */
function fieldsOf(filter: AnyFormula): readonly string[] {
  return filter.to<undefined, readonly string[]>({
    [COMPILE]: ({ condition }) =>
      [...countUses(condition).keys()].flatMap(({ op, data }) =>
        op === "field" ? [data.name] : [],
      ),
  });
}
