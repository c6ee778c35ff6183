// This folder searches the columns of stores in other threads, so that the event loop stays responsive.

import { availableParallelism } from "node:os";
import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { Columns } from "../../../backends/columns/columns.ts";
import type { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import {
  needsFew,
  SELECT_KINDS,
  type SelectOptions,
  selecting,
} from "../../../backends/columns/order/select-rows.ts";
import type { ColumnsSnapshot } from "../../../backends/columns/snapshot.ts";
import { atOneTime } from "../../../language/core/at-one-time.ts";
import { type AnyFormula, requireFormula, requireTarget } from "../../../language/core/compiled.ts";
import { requireLimit } from "../../../language/schema/index.ts";
import { bindMethods } from "../../../util/bind-methods.ts";
import { misuse, requireOptions } from "../../../util/misuse.ts";
import {
  type ColumnSummaryOptions,
  columnSummary,
  type SummaryRecord,
} from "../../summary/index.ts";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";
import { FairQueue } from "../fair-queue.ts";
import { StoreError } from "../store.ts";
import { paced } from "../time-slice.ts";
import { isShort } from "./parallel-threshold.ts";
import { type PooledThread, post, type Scan, ScanJob, type ScanRequest } from "./scan-job.ts";
import type { ScanSliceDone, ScanTask } from "./scan-messages.ts";
import { searchColumns, selectFew, selectSoon, sliceFor } from "./search-columns.ts";
import { SentTables } from "./sent-tables.ts";
import { type ScanThread, startScanThread } from "./start-scan-thread.ts";
import { summarizeColumns } from "./summarize-columns.ts";

/** The options of a `ScanPool`. */
export interface ScanPoolOptions {
  /** The number of threads. Default: one less than the number of processors, but at least one. */
  readonly threads?: number;
  /** @internal For tests: threads search every table, from the first row on. */
  readonly isEager?: boolean;
  /** @internal For tests: starts a thread; throws if the platform forbids that. */
  readonly start?: () => ScanThread;
  /** @internal */
  readonly clock?: Clock;
}

/** Options for a search in columns. */
export interface SearchOptions {
  /** Ends the search; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** After this number of consecutive crashes without a response, no more threads are started. */
const MOST_FAILURES = 3;

/**
 * A pool of threads that search columns. Stores take it as an option, and programs call its methods.
 *
 * A filter over at least 100,000 rows that takes longer than a moment is searched by all threads together, while the
 * event loop stays free. Owners share the threads fairly. One pool per program is enough. The event loop searches, in
 * short time slices, if no thread can be started, if the pool is closed, and for formulas with custom functions.
 */
export class ScanPool {
  static {
    bindMethods(ScanPool);
  }

  /** The most threads. They start when there is work. */
  readonly threads: number;
  /** @internal Whether threads also search small tables, and from the first row on. */
  readonly isEager: boolean;
  /** @internal */
  readonly clock: Clock;
  readonly #startThread: () => ScanThread;
  readonly #queue = new FairQueue<ScanJob>();
  readonly #started = new Set<PooledThread>();
  readonly #jobs = new Set<ScanJob>();
  readonly #tables = new SentTables(this.#started);
  #last = 0;
  #failures = 0;
  #isClosed = false;

  private constructor(options: ScanPoolOptions) {
    requireOptions(options, "ScanPool.open", { threads: "number" });
    const { threads = Math.max(1, availableParallelism() - 1) } = options;
    if (!Number.isInteger(threads) || threads < 1) {
      throw misuse("`ScanPool.open`: `threads`", "a whole number from 1", threads);
    }
    this.threads = threads;
    this.isEager = options.isEager ?? false;
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.#startThread = options.start ?? startScanThread;
  }

  /** A pool without work: its threads start when there is some. Close it when no store needs it any more. */
  static open(options: ScanPoolOptions = {}): ScanPool {
    return new ScanPool(options);
  }

  /**
   * @internal Scans rows in threads. Resolves with the milliseconds that threads worked, or with `undefined` if they
   * cannot run the scan.
   *
   * @throws {@link StoreError}: `timeout`, `busy`; the signal's reason; errors thrown by `receive`
   */
  async scan(
    scan: Scan,
    task: ScanTask,
    received: Pick<ScanRequest, "receive" | "restart"> = {},
  ): Promise<number | undefined> {
    if (this.isOut) return undefined;
    const { rows, from, to, chunkRows, ...limits } = scan;
    const id = ++this.#last;
    const send = (thread: PooledThread, state: Int32Array): void => {
      const table = this.#tables.send(thread, rows);
      post(thread, { ...task, scan: id, table, from, to, chunkRows, state });
    };
    const chunks = Math.ceil((to - from) / chunkRows);
    const done = await this.#done({ ...limits, ...received, chunks, send });
    return done?.used;
  }

  /** Runs work in threads. Resolves with `undefined` if they cannot run it. */
  async #done(work: ScanRequest): Promise<ScanJob | undefined> {
    work.signal?.throwIfAborted();
    let job: ScanJob | undefined;
    try {
      return await new Promise<ScanJob | undefined>((resolve, reject) => {
        job = new ScanJob(work, resolve, reject);
        this.#jobs.add(job);
        this.#wait(job);
        this.#pump();
      });
    } finally {
      if (job !== undefined) this.#jobs.delete(job);
    }
  }

  /**
   * The matching rows, like `filter.mask(columns)`. Threads need the columns that the filter reads in shared memory:
   * the first search that takes longer than a moment copies them. Rows appended later are not included.
   */
  async mask(
    filter: AnyFormula,
    columns: Columns | ColumnsSnapshot,
    options: SearchOptions = {},
  ): Promise<RowMask> {
    const rows = requireSearch("mask", filter, columns);
    requireOptions(options, "mask", { signal: "signal" });
    return searchColumns(this, { filter, rows, ...options });
  }

  /** The number of matching rows, like `columns.count(filter)`. */
  async count(
    filter: AnyFormula,
    columns: Columns | ColumnsSnapshot,
    options: SearchOptions = {},
  ): Promise<number> {
    const rows = requireSearch("count", filter, columns);
    requireOptions(options, "count", { signal: "signal" });
    return (await searchColumns(this, { filter, rows, ...options })).count;
  }

  /**
   * The numbers of the matching rows, ascending or in the requested order, like `filter.select(columns)`. Threads find
   * the rows, and the caller's thread sorts them. With a small limit (up to an eighth of all rows), the caller's thread
   * also finds the rows if that takes only a moment, since most rows need not be tested.
   */
  async select(
    filter: AnyFormula,
    columns: Columns | ColumnsSnapshot,
    options: SelectOptions & SearchOptions = {},
  ): Promise<Uint32Array> {
    const rows = requireSearch("select", filter, columns);
    requireOptions(options, "select", { ...SELECT_KINDS, signal: "signal" });
    const { signal, ...wanted } = options;
    const once = atOneTime(filter);
    const { sort, after, limit } = wanted;
    requireLimit(limit, "select");
    const isSorted = sort !== undefined || after !== undefined;
    if (isSorted && limit !== undefined && needsFew(rows, limit)) {
      const few = await selectFew(this, { filter: once, rows, signal, wanted, limit });
      if (few !== undefined) return few;
    }
    const enough = isSorted ? undefined : limit;
    if (!isSorted) {
      const soon = await selectSoon(this, { filter: once, rows, signal, enough });
      if (soon !== undefined) return soon;
    }
    const mask = await searchColumns(this, { filter: once, rows, signal, enough });
    return paced(selecting(rows, once, wanted, mask), sliceFor(signal, this));
  }

  /**
   * The groups of records, like `summarize(columns, options)` of "isoform/summary". Each thread summarizes a part of
   * the rows. `median`, `countDistinct` and thousands of groups are left to the caller's thread, in short time slices.
   */
  async summarize(
    columns: Columns | ColumnsSnapshot,
    options: ColumnSummaryOptions & SearchOptions = {},
  ): Promise<readonly SummaryRecord[]> {
    const rows = requireColumns("summarize", "first", columns);
    requireOptions(options, "summarize", { signal: "signal" });
    const { signal, ...wanted } = options;
    return summarizeColumns(this, { rows, ...columnSummary(rows.schema, wanted), signal });
  }

  /** @internal The number of threads that pay off for a table of this size. */
  threadsFor(rows: number): number {
    return this.isOut || isShort(rows, this) ? 0 : this.threads;
  }

  /** @internal Drops the columns from all threads. A running search continues. */
  release(rows: ColumnTable): void {
    this.#tables.forget(rows);
  }

  /** Ends the threads. Running searches fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#jobs) job.fail(closed());
    await Promise.all([...this.#started].map(({ worker }) => worker.terminate()));
  }

  /** @internal Whether no thread can run any more. */
  get isOut(): boolean {
    return this.#isClosed || this.#failures >= MOST_FAILURES;
  }

  /** Queues a job. */
  #wait(job: ScanJob): void {
    const { owner, mayWait } = job.work;
    job.leaveQueue ??= this.#queue.add(owner, job.used, job);
    if (job.running > 0 || job.cancelWait !== undefined) return;
    job.cancelWait = this.clock.after(mayWait, () =>
      job.fail(new StoreError("busy", "the query waited too long for others")),
    );
  }

  /** Assigns queued jobs to free threads. */
  #pump(): void {
    while (!this.#queue.isEmpty) {
      const thread = this.#free();
      if (thread === undefined) return;
      const job = this.#queue.take();
      if (job === undefined) return;
      job.leaveQueue = undefined;
      if (!job.hasMore) continue;
      this.#run(thread, job);
      // More threads may work on the same job.
      if (job.hasMore && job.running < job.work.chunks) this.#wait(job);
    }
  }

  #free(): PooledThread | undefined {
    for (const thread of this.#started) if (thread.job === undefined) return thread;
    return this.#started.size < this.threads && !this.isOut ? this.#start() : undefined;
  }

  #start(): PooledThread | undefined {
    const worker = this.#newWorker();
    if (worker === undefined) return undefined;
    const thread: PooledThread = { worker, tables: new Map(), job: undefined, hasAnswered: false };
    this.#started.add(thread);
    worker.on("message", (done: ScanSliceDone) => this.#answered(thread, done));
    worker.on("error", () => this.#ended(thread));
    worker.on("exit", () => this.#ended(thread));
    worker.unref();
    return thread;
  }

  /** Returns `undefined` if the platform forbids threads. */
  #newWorker(): ScanThread | undefined {
    try {
      return this.#startThread();
    } catch {
      this.#failures = MOST_FAILURES;
      for (const job of this.#jobs) job.refuse();
      return undefined;
    }
  }

  #run(thread: PooledThread, job: ScanJob): void {
    job.cancelWait?.();
    job.cancelWait = undefined;
    job.running++;
    thread.job = job;
    thread.worker.ref();
    job.work.send(thread, job.state);
  }

  #answered(thread: PooledThread, done: ScanSliceDone): void {
    const { job } = thread;
    thread.job = undefined;
    thread.hasAnswered = true;
    this.#failures = 0;
    thread.worker.unref();
    if (job !== undefined) {
      job.receive(done);
      job.leave();
      this.#goOn(job);
    }
    this.#pump();
  }

  #goOn(job: ScanJob): void {
    const { mayWork } = job.work;
    if (job.used > mayWork) {
      job.fail(new StoreError("timeout", `the query took longer than ${Math.round(mayWork)} ms`));
    }
    if (job.hasMore) this.#wait(job);
    else if (job.running === 0) job.done();
  }

  /** Removes a thread that has ended. Its job restarts on other threads. */
  #ended(thread: PooledThread): void {
    if (!this.#started.delete(thread)) return;
    if (!thread.hasAnswered) this.#failures++;
    const { job } = thread;
    if (job !== undefined) {
      if (this.isOut) job.refuse();
      else if (job.isSecondTry) job.fail(new StoreError("unavailable", ENDED));
      else job.again(thread.hasAnswered);
      job.leave();
      this.#goOn(job);
    }
    if (this.isOut) for (const waiting of this.#jobs) waiting.refuse();
    else this.#pump();
  }
}

/** @throws `TypeError` unless the value is a pool, or `undefined` */
export function requirePool(pool: unknown, call: string): void {
  if (pool === undefined || pool instanceof ScanPool) return;
  throw misuse(`\`${call}\`: the option \`pool\``, "a `ScanPool` of this copy of isoform", pool);
}

/** The columns to search. @throws `TypeError` unless the arguments are a formula and columns */
function requireSearch(
  call: string,
  filter: unknown,
  columns: Columns | ColumnsSnapshot,
): ColumnTable {
  requireFormula(filter, `\`${call}\``);
  return requireColumns(call, "second", columns);
}

function requireColumns(
  call: string,
  ordinal: "first" | "second",
  columns: Columns | ColumnsSnapshot,
): ColumnTable {
  const expected = '`Columns` of "isoform/columns" or a snapshot of them';
  requireTarget(columns, `\`${call}\`: the ${ordinal} argument`, expected, "columns");
  return ("snapshot" in columns ? columns.snapshot() : columns).table;
}

const ENDED = "a thread of the store ended";

function closed(): StoreError {
  return new StoreError("unavailable", "the threads of the store are closed");
}
