import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { Owner } from "../fair-queue.ts";
import { NEXT, type ScanSliceDone, STOPPED, type ToThread } from "./scan-messages.ts";
import type { ScanThread } from "./start-scan-thread.ts";

/** What threads do with rows of columns, a piece at a time. */
export interface Scan {
  readonly rows: ColumnTable;
  /** The first row, which begins a block if rows are marked, and the row behind the last. */
  readonly from: number;
  readonly to: number;
  /** How many rows a piece has. A block has a whole number of pieces, which is a multiple of 32. */
  readonly piece: number;
  readonly owner: Owner;
  readonly signal: AbortSignal | undefined;
  /** How long the threads may work in all, and how long the scan may wait for other work, in milliseconds. */
  readonly mayWork: number;
  readonly mayWait: number;
}

/** Some work for threads. */
export interface ScanRequest extends Pick<Scan, "owner" | "signal" | "mayWork" | "mayWait"> {
  /** Receives what a thread has found in one go; throws if the work has to end. */
  readonly receive?: (result: NonNullable<ScanSliceDone["result"]>) => void;
  /** The work begins anew: what was received is of no use. */
  readonly restart?: () => void;
  /** How many pieces there are, which threads take by the counter in the job's state. */
  readonly pieces: number;
  /** Sends a thread what it has to know to take some. */
  readonly send: (thread: PooledThread, state: Int32Array) => void;
}

/** A thread, and what it works on. */
export interface PooledThread {
  readonly worker: ScanThread;
  /** The tables that it holds, and how many columns it has of each. */
  readonly tables: Map<number, number>;
  job: ScanJob | undefined;
  hasAnswered: boolean;
}

/** Some work with what has become of it. */
export class ScanJob {
  readonly work: ScanRequest;
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
  /** Cancels the timer of its wait. */
  cancelWait: (() => void) | undefined;
  readonly #settle: (job: ScanJob | undefined) => void;
  readonly #fail: (error: unknown) => void;
  readonly #stop = (): void => this.fail(this.work.signal?.reason);

  constructor(
    work: ScanRequest,
    settle: (job: ScanJob | undefined) => void,
    fail: (error: unknown) => void,
  ) {
    this.work = work;
    this.#settle = settle;
    this.#fail = fail;
    work.signal?.addEventListener("abort", this.#stop, { once: true });
  }

  /** Whether a thread that is free would find something to do. */
  get hasMore(): boolean {
    if (this.isSettled || this.#isRestarting) return false;
    return Atomics.load(this.state, NEXT) < this.work.pieces;
  }

  /** A thread has ended its stretch. */
  receive({ ms, problem, result }: ScanSliceDone): void {
    this.used += ms;
    if (problem !== undefined) this.refuse();
    if (this.isSettled || result === undefined) return;
    try {
      this.work.receive?.(result);
    } catch (error) {
      this.fail(error);
    }
  }

  /** A thread no longer works on it: it has ended its stretch, or has died. */
  leave(): void {
    this.running--;
    if (this.running > 0 || !this.#isRestarting) return;
    this.#isRestarting = false;
    this.state = new Int32Array(new SharedArrayBuffer(8));
    this.work.restart?.();
  }

  done(): void {
    if (this.#end()) this.#settle(this);
  }

  /** The threads cannot do it. */
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
    this.cancelWait?.();
    Atomics.store(this.state, STOPPED, 1);
    this.work.signal?.removeEventListener("abort", this.#stop);
    return true;
  }
}

export function post({ worker }: PooledThread, message: ToThread): void {
  worker.postMessage(message);
}
