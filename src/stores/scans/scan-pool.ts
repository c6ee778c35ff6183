// This folder searches the columns of stores in other threads, so that the event loop does not wait for it.

import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { sentColumns } from "../../columns/shared/shared-columns.ts";
import type { ColumnsSnapshot } from "../../columns/snapshot.ts";
import { COMPILE } from "../../core/compiled.ts";
import type { Recipe } from "../../core/recipe.ts";
import type { Formula } from "../../engine/index.ts";
import { bindMethods } from "../../util/bind-methods.ts";
import { misuse, requireOptions } from "../../util/misuse.ts";
import { FairLine } from "../fair-line.ts";
import { StoreError } from "../store.ts";
import type { Owner } from "../turns.ts";
import { NEXT, STOPPED, type StretchDone, type ToThread } from "./messages.ts";
import { startScanThread } from "./start-scan-thread.ts";

/** The options of a `ScanPool`. */
export interface ScanPoolOptions {
  /** How many threads search; one less than the processors, but at least one, unless given. */
  readonly threads?: number;
  /** @internal For tests: threads search every table, from the first row on. */
  readonly isEager?: boolean;
}

/** A search in columns. */
export interface Scan {
  readonly rows: ColumnsSnapshot;
  readonly filter: Formula;
  /** The first row, which begins a block, and the row behind the last. */
  readonly from: number;
  readonly to: number;
  /** How many rows are searched in one go. A block has a whole number of them, which is a multiple of 32. */
  readonly piece: number;
  /** Receives a bit for each row that matches, and is 0 before. It is in memory that threads share. */
  readonly words: Uint32Array;
  readonly owner: Owner;
  readonly signal: AbortSignal | undefined;
  /** How long the threads may work in all, and how long the scan may wait for other work, in milliseconds. */
  readonly mayWork: number;
  readonly mayWait: number;
}

interface Prepared {
  readonly recipe: Recipe;
  readonly name: string;
  readonly now: number;
}

/** A scan with what has become of it. */
class Job {
  readonly id: number;
  readonly scan: Scan;
  readonly prepared: Prepared;
  readonly pieces: number;
  state = new Int32Array(new SharedArrayBuffer(8));
  /** How many threads work on it. */
  running = 0;
  isInLine = false;
  /** How long threads have worked on it. */
  used = 0;
  /** Whether a thread that worked on it has died before. */
  isSecondTry = false;
  /** Whether it begins anew as soon as no thread works on it: two that write the same words would undo each other's bits. */
  #isRestarting = false;
  isSettled = false;
  timer: NodeJS.Timeout | undefined;
  readonly #settle: (used: number | undefined) => void;
  readonly #fail: (error: unknown) => void;
  readonly #stop = (): void => this.fail(this.scan.signal?.reason);

  constructor(
    id: number,
    scan: Scan,
    prepared: Prepared,
    settle: (used: number | undefined) => void,
    fail: (error: unknown) => void,
  ) {
    this.id = id;
    this.scan = scan;
    this.prepared = prepared;
    this.pieces = Math.ceil((scan.to - scan.from) / scan.piece);
    this.#settle = settle;
    this.#fail = fail;
    scan.signal?.addEventListener("abort", this.#stop, { once: true });
  }

  /** Whether a thread that is free would find something to do. */
  get hasMore(): boolean {
    if (this.isSettled || this.#isRestarting) return false;
    return Atomics.load(this.state, NEXT) < this.pieces;
  }

  /** A thread has ended its stretch, or has died. */
  leave(): void {
    this.running--;
    if (this.running > 0 || !this.#isRestarting) return;
    this.#isRestarting = false;
    this.state = new Int32Array(new SharedArrayBuffer(8));
  }

  done(): void {
    if (this.#end()) this.#settle(this.used);
  }

  /** The threads cannot do this scan. */
  refuse(): void {
    if (this.#end()) this.#settle(undefined);
  }

  fail(error: unknown): void {
    if (this.#end()) this.#fail(error);
  }

  /** Begins anew: which rows a thread had searched that has died is not known. If it never worked, that is no try. */
  again(isSecondTry: boolean): void {
    Atomics.store(this.state, STOPPED, 1);
    this.isSecondTry = isSecondTry;
    this.#isRestarting = true;
  }

  #end(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    clearTimeout(this.timer);
    Atomics.store(this.state, STOPPED, 1);
    this.scan.signal?.removeEventListener("abort", this.#stop);
    return true;
  }
}

interface Thread {
  readonly worker: Worker;
  /** The tables that it holds. */
  readonly tables: Set<number>;
  /** What it works on. */
  job: Job | undefined;
  hasAnswered: boolean;
}

/** Timers take no longer time. */
const LONGEST_TIMER = 0x7fff_ffff;

/** If so many threads end one after the other without an answer, no more are started. */
const MOST_FAILURES = 3;

/**
 * Threads that search the columns of stores, which take the pool as an option. A filter that takes longer than a moment is
 * searched by all threads together, while the event loop goes on; owners take turns, as they do at the event loop. One
 * pool is enough for a program. Where no thread can be started, stores search on the event loop, in short stretches.
 */
export class ScanPool {
  static {
    bindMethods(ScanPool);
  }

  /** How many threads search, at most. They start when there is work. */
  readonly threads: number;
  /** @internal Whether threads search small tables too, and from the first row on. */
  readonly isEager: boolean;
  readonly #line = new FairLine<Job>();
  readonly #started = new Set<Thread>();
  readonly #jobs = new Set<Job>();
  readonly #tables = new WeakMap<ColumnsSnapshot, number>();
  readonly #gone = new FinalizationRegistry<number>((table) => this.#forget(table));
  #last = 0;
  #failures = 0;
  #isClosed = false;

  constructor(options: ScanPoolOptions = {}) {
    requireOptions(options, "ScanPool", { threads: "number" });
    const { threads = Math.max(1, availableParallelism() - 1) } = options;
    if (!Number.isInteger(threads) || threads < 1) {
      throw misuse("`ScanPool`: `threads`", "a whole number from 1", threads);
    }
    this.threads = threads;
    this.isEager = options.isEager ?? false;
  }

  /**
   * @internal Searches in threads. Resolves with how many milliseconds they worked, or with `undefined` if they cannot do
   * this scan.
   *
   * @throws {@link StoreError}: `timeout`, `busy`; the reason of the signal
   */
  async search(scan: Scan): Promise<number | undefined> {
    scan.signal?.throwIfAborted();
    const prepared = this.#prepare(scan);
    if (prepared === undefined) return undefined;
    let job: Job | undefined;
    try {
      return await new Promise<number | undefined>((resolve, reject) => {
        job = new Job(++this.#last, scan, prepared, resolve, reject);
        this.#jobs.add(job);
        this.#wait(job);
        this.#pump();
      });
    } finally {
      if (job !== undefined) this.#jobs.delete(job);
    }
  }

  /** @internal Lets the threads forget columns that are no longer of use. A search that runs goes on. */
  release(rows: ColumnsSnapshot): void {
    const table = this.#tables.get(rows);
    if (table !== undefined) this.#forget(table);
  }

  /** Ends the threads. Searches that run fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#jobs) job.fail(closed());
    await Promise.all([...this.#started].map(({ worker }) => worker.terminate()));
  }

  get #isOut(): boolean {
    return this.#isClosed || this.#failures >= MOST_FAILURES;
  }

  #prepare({ rows, filter }: Scan): Prepared | undefined {
    if (this.#isOut || sentColumns(rows) === undefined) return undefined;
    return filter.to<undefined, Prepared | undefined>({
      [COMPILE]: ({ recipe, schema, now }) =>
        recipe === undefined || schema !== rows.schema
          ? undefined
          : { recipe, name: JSON.stringify(recipe), now: now() },
    });
  }

  /** Puts a job in the line. */
  #wait(job: Job): void {
    const { owner, mayWait } = job.scan;
    if (!job.isInLine) {
      job.isInLine = true;
      this.#line.add(owner, job.used, job);
    }
    if (job.running > 0 || job.timer !== undefined) return;
    job.timer = setTimeout(
      () => job.fail(new StoreError("busy", "the query waited too long for others")),
      Math.min(mayWait, LONGEST_TIMER),
    );
  }

  /** Gives what waits to threads that are free. */
  #pump(): void {
    while (!this.#line.isEmpty) {
      const thread = this.#free();
      if (thread === undefined) return;
      const job = this.#line.take();
      if (job === undefined) return;
      job.isInLine = false;
      if (!job.hasMore) continue;
      this.#run(thread, job);
      // Other threads may help.
      if (job.hasMore && job.running < job.pieces) this.#wait(job);
    }
  }

  #free(): Thread | undefined {
    for (const thread of this.#started) if (thread.job === undefined) return thread;
    return this.#started.size < this.threads && !this.#isOut ? this.#start() : undefined;
  }

  #start(): Thread | undefined {
    const worker = this.#newWorker();
    if (worker === undefined) return undefined;
    const thread: Thread = { worker, tables: new Set(), job: undefined, hasAnswered: false };
    this.#started.add(thread);
    worker.on("message", (done: StretchDone) => this.#answered(thread, done));
    worker.on("error", () => this.#ended(thread));
    worker.on("exit", () => this.#ended(thread));
    worker.unref();
    return thread;
  }

  /** A platform may forbid threads. */
  #newWorker(): Worker | undefined {
    try {
      return startScanThread();
    } catch {
      this.#failures = MOST_FAILURES;
      for (const job of this.#jobs) job.refuse();
      return undefined;
    }
  }

  #run(thread: Thread, job: Job): void {
    clearTimeout(job.timer);
    job.timer = undefined;
    job.running++;
    thread.job = job;
    thread.worker.ref();
    const { rows, from, to, piece, words } = job.scan;
    const table = this.#tableOf(rows);
    const sent = sentColumns(rows);
    if (!thread.tables.has(table) && sent !== undefined) {
      thread.tables.add(table);
      thread.worker.postMessage({ kind: "table", table, sent } satisfies ToThread);
    }
    const { id: scan, state, prepared } = job;
    const work = { from, to, piece, words, state };
    const message: ToThread = { kind: "stretch", scan, table, ...prepared, ...work };
    thread.worker.postMessage(message);
  }

  #tableOf(rows: ColumnsSnapshot): number {
    const known = this.#tables.get(rows);
    if (known !== undefined) return known;
    const table = ++this.#last;
    this.#tables.set(rows, table);
    this.#gone.register(rows, table);
    return table;
  }

  #forget(table: number): void {
    for (const { worker, tables } of this.#started) {
      if (tables.delete(table)) worker.postMessage({ kind: "forget", table } satisfies ToThread);
    }
  }

  #answered(thread: Thread, { ms, problem }: StretchDone): void {
    const { job } = thread;
    thread.job = undefined;
    thread.hasAnswered = true;
    this.#failures = 0;
    thread.worker.unref();
    if (job !== undefined) {
      job.leave();
      job.used += ms;
      if (problem !== undefined) job.refuse();
      this.#goOn(job);
    }
    this.#pump();
  }

  #goOn(job: Job): void {
    const { mayWork } = job.scan;
    if (job.used > mayWork) {
      job.fail(new StoreError("timeout", `the query took longer than ${Math.round(mayWork)} ms`));
    }
    if (job.hasMore) this.#wait(job);
    else if (job.running === 0) job.done();
  }

  /** A thread that has died is no longer asked; another one does its work. */
  #ended(thread: Thread): void {
    if (!this.#started.delete(thread)) return;
    if (!thread.hasAnswered) this.#failures++;
    const { job } = thread;
    if (job !== undefined) {
      if (this.#isOut) job.refuse();
      else if (job.isSecondTry) job.fail(new StoreError("unavailable", ENDED));
      else job.again(thread.hasAnswered);
      job.leave();
      this.#goOn(job);
    }
    if (this.#isOut) for (const waiting of this.#jobs) waiting.refuse();
    else this.#pump();
  }
}

/** @throws `TypeError` unless the value is a pool, or `undefined` */
export function requirePool(pool: unknown, call: string): void {
  if (pool === undefined || pool instanceof ScanPool) return;
  throw misuse(`\`${call}\`: the option \`pool\``, "a `ScanPool` of this copy of isoform", pool);
}

const ENDED = "a thread that searched for the records ended";

function closed(): StoreError {
  return new StoreError("unavailable", "the threads of the store are closed");
}
