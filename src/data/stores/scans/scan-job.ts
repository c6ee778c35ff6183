import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { Owner } from "../../summary/index.ts";
import { NEXT, type ScanSliceDone, STOPPED, type ToThread } from "./scan-messages.ts";
import type { ScanThread } from "./start-scan-thread.ts";

/** A scan of columns by threads, chunk by chunk. */
export interface Scan {
  readonly rows: ColumnTable;
  /** The first row (the start of a block if rows are marked) and the row after the last. */
  readonly from: number;
  readonly to: number;
  /** Rows in a chunk: a multiple of 32 that divides the block size. */
  readonly chunkRows: number;
  readonly owner: Owner;
  readonly signal: AbortSignal | undefined;
  /** Limits in milliseconds: the total working time of threads, and the time spent queued behind other work. */
  readonly mayWork: number;
  readonly mayWait: number;
}

/** Work for threads. */
export interface ScanRequest extends Pick<Scan, "owner" | "signal" | "mayWork" | "mayWait"> {
  /** Receives the result of a time slice; throws if the work must end. */
  readonly receive?: (result: NonNullable<ScanSliceDone["result"]>) => void;
  /** The work restarts: discard earlier results. */
  readonly restart?: () => void;
  /** The number of chunks. Threads take the next one from the counter in `state`. */
  readonly chunks: number;
  /** Sends a thread the message that lets it take part. */
  readonly send: (thread: PooledThread, state: Int32Array) => void;
}

/** A thread of the pool with its current job. */
export interface PooledThread {
  readonly worker: ScanThread;
  /** The tables sent to the thread, with the number of columns sent of each. */
  readonly tables: Map<number, number>;
  job: ScanJob | undefined;
  hasAnswered: boolean;
}

/** A job and its progress. */
export class ScanJob {
  readonly work: ScanRequest;
  state = new Int32Array(new SharedArrayBuffer(8));
  /** The number of threads that work on it. */
  running = 0;
  /** Removes it from the queue; `undefined` if it is not queued. */
  leaveQueue: (() => void) | undefined;
  /** The time that threads have worked on it, in milliseconds. */
  used = 0;
  /** Whether a thread has crashed while working on it. */
  isSecondTry = false;
  /**
   * Whether it restarts once no thread works on it: two threads that write the same words would undo each other's bits.
   */
  #isRestarting = false;
  isSettled = false;
  /** Cancels the timeout of its queueing. */
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

  /** Whether a free thread could take a chunk. */
  get hasMore(): boolean {
    if (this.isSettled || this.#isRestarting) return false;
    return Atomics.load(this.state, NEXT) < this.work.chunks;
  }

  /** Handles the end of a thread's time slice. */
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

  /** Called after a thread's time slice, or its crash. */
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

  /** Settles with `undefined`: threads cannot do this work. */
  refuse(): void {
    if (this.#end()) this.#settle(undefined);
  }

  fail(error: unknown): void {
    if (this.#end()) this.#fail(error);
  }

  /**
   * Restarts the work: the crashed thread's progress is unknown.
   *
   * @param isSecondTry false if the thread crashed before its first answer, which does not count as an attempt
   */
  again(isSecondTry: boolean): void {
    Atomics.store(this.state, STOPPED, 1);
    this.isSecondTry = isSecondTry;
    this.#isRestarting = true;
  }

  #end(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    this.leaveQueue?.();
    this.cancelWait?.();
    Atomics.store(this.state, STOPPED, 1);
    this.work.signal?.removeEventListener("abort", this.#stop);
    return true;
  }
}

export function post({ worker }: PooledThread, message: ToThread): void {
  worker.postMessage(message);
}
