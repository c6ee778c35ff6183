import { endOf } from "../../../backends/columns/select/row-search.ts";
import type { FilterWork } from "../filter-work.ts";
import { SOONER_MS } from "../scans/parallel-threshold.ts";
import type { TimeSlice } from "../time-slice.ts";
import type { ThreadedScan } from "./threaded-scan.ts";

/** The size of the first chunk if its rows are certain to be fast; otherwise it is one row. */
const FIRST = 2048;
/** The longest time of a chunk with estimated, unmeasured rows, in milliseconds. */
const SHORT_MS = 5;
const LEAST_MS = 1e-6;
/** The most rows in a chunk if the next row may take much longer than those before. */
const MOST_UNSURE = 64;

/**
 * Iterates over rows in chunks, so that other work gets time however slow a formula is. The chunk size depends on an
 * upper estimate of the time per row, and on the measured time of earlier chunks.
 */
export class RowChunks {
  readonly #slice: TimeSlice;
  readonly #length: number;
  readonly #work: FilterWork;
  readonly #threads: ThreadedScan | undefined;
  #at: number;
  #msPerRow: number | undefined;

  /**
   * @param work the work for one row
   * @param start the number of rows to skip
   * @param threads take over the search if it takes longer than a moment
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
   * @param look processes up to `most` of the next rows, at most to the end of their block
   * @param limit the most rows that are needed
   */
  take<T>(look: (most: number) => T, limit: number = Number.POSITIVE_INFINITY): T {
    const searched = this.#threads?.until ?? this.#length;
    const most = Math.min(this.#most(), limit, searched - this.#at);
    const end = endOf(this.#at, most, this.#length);
    const begin = this.#slice.clock.now();
    const result = look(most);
    const msPerRow = (this.#slice.clock.now() - begin) / Math.max(1, end - this.#at);
    // A block may be decided without testing its rows, and the next may not: the estimate halves at most.
    this.#msPerRow = Math.max(msPerRow, (this.#msPerRow ?? 0) / 2);
    this.#at = end;
    return result;
  }

  /** The next row. */
  get at(): number {
    return this.#at;
  }

  /** The recent time per row in milliseconds; the estimate before anything is measured. */
  get msPerRow(): number {
    return this.#msPerRow ?? this.#work.ms;
  }

  /** Whether to yield before the next row. Throws if the work must end. */
  shouldYield(): boolean {
    const threads = this.#threads;
    if (threads?.until === this.#at) return true;
    const mayLeave = threads?.until === undefined && threads?.isWanted(this.#at) === true;
    return this.#slice.shouldYield(this.#rowWork.ms + (mayLeave ? SOONER_MS : 0));
  }

  /** Yields to other work. If there are threads, they search the next rows meanwhile. */
  async yield(): Promise<void> {
    const threads = this.#threads;
    if (threads?.isWanted(this.#at) !== true) return this.#slice.yield();
    const isFirst = threads.until === undefined;
    await threads.search(this.#at);
    // The rest of the work is of another kind, so earlier measurements do not apply.
    if (isFirst || threads.until === undefined) this.#msPerRow = undefined;
  }

  get #rowWork(): FilterWork {
    return this.#threads?.until === undefined ? this.#work : this.#threads.workAfter;
  }

  #most(): number {
    const { ms, isSure } = this.#rowWork;
    if (this.#msPerRow === undefined) return isSure && ms * FIRST < SHORT_MS ? FIRST : 1;
    // A coarse clock may have measured 0.
    const msPerRow = Math.max(this.#msPerRow, ms, LEAST_MS);
    const most = Math.max(1, Math.floor(this.#slice.left / msPerRow));
    return isSure ? most : Math.min(most, MOST_UNSURE);
  }
}
