import { endOf } from "../../../backends/columns/select/row-search.ts";
import type { FilterWork } from "../filter-work.ts";
import { SOONER_MS } from "../scans/parallel-threshold.ts";
import type { TimeSlice } from "../time-slice.ts";
import type { ThreadedScan } from "./threaded-scan.ts";

/** The size of the first chunk, if so many rows are sure to take little time. Otherwise it is one row. */
const FIRST = 2048;
/** How long a chunk may take if the time is estimated, but nothing is measured yet. */
const SHORT_MS = 5;
const LEAST_MS = 1e-6;
/** The most rows in a chunk if the next row may take much longer than those before. */
const MOST_UNSURE = 64;

/**
 * Goes through rows in chunks, so that other work has its turn however slow a formula is. The size of a chunk depends on
 * an estimate of the longest time that a row can take, and on how long the chunks before took.
 */
export class RowChunks {
  readonly #slice: TimeSlice;
  readonly #length: number;
  readonly #work: FilterWork;
  readonly #threads: ThreadedScan | undefined;
  #at: number;
  #msPerRow: number | undefined;

  /**
   * @param work how long one row may take
   * @param start how many rows are passed over
   * @param threads search the rows, if that takes longer than a moment
   */
  constructor(
    slice: TimeSlice,
    length: number,
    work: FilterWork,
    start = 0,
    threads?: ThreadedScan,
  ) {
    this.#slice = slice;
    this.#length = length;
    this.#work = work;
    this.#at = start;
    this.#threads = threads;
  }

  /**
   * @param look looks at so many of the next rows, or to the end of their block
   * @param limit how many are of use
   */
  take<T>(look: (most: number) => T, limit: number = Number.POSITIVE_INFINITY): T {
    const searched = this.#threads?.until ?? this.#length;
    const most = Math.min(this.#most(), limit, searched - this.#at);
    const end = endOf(this.#at, most, this.#length);
    const begin = this.#slice.clock.now();
    const result = look(most);
    const msPerRow = (this.#slice.clock.now() - begin) / Math.max(1, end - this.#at);
    // One block may be decided without looking at its rows, and the next may not.
    this.#msPerRow = Math.max(msPerRow, (this.#msPerRow ?? 0) / 2);
    this.#at = end;
    return result;
  }

  /** The next row. */
  get at(): number {
    return this.#at;
  }

  /** How long the rows before took, each at most about, in milliseconds. */
  get msPerRow(): number {
    return this.#msPerRow ?? this.#work.ms;
  }

  /** Whether a turn is due before the next row. */
  isDue(): boolean {
    const threads = this.#threads;
    if (threads?.until === this.#at) return true;
    const mayLeave = threads?.until === undefined && threads?.isWanted(this.#at) === true;
    return this.#slice.shouldYield(this.#rowWork.ms + (mayLeave ? SOONER_MS : 0));
  }

  /** Lets other work have its turn. If there are threads, they search the next rows meanwhile. */
  async turn(): Promise<void> {
    const threads = this.#threads;
    if (threads?.isWanted(this.#at) !== true) return this.#slice.turn();
    const isFirst = threads.until === undefined;
    await threads.search(this.#at);
    // What was measured before says nothing of the time from now on.
    if (isFirst || threads.until === undefined) this.#msPerRow = undefined;
  }

  get #rowWork(): FilterWork {
    return this.#threads?.until === undefined ? this.#work : this.#threads.workAfter;
  }

  #most(): number {
    const { ms, isSure } = this.#rowWork;
    if (this.#msPerRow === undefined) return isSure && ms * FIRST < SHORT_MS ? FIRST : 1;
    // Some clocks are coarse, and show no time at all.
    const msPerRow = Math.max(this.#msPerRow, ms, LEAST_MS);
    const most = Math.max(1, Math.floor(this.#slice.left / msPerRow));
    return isSure ? most : Math.min(most, MOST_UNSURE);
  }
}
