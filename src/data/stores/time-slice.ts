import type { Steps } from "../../util/steps.ts";
import type { Owner } from "../summary/index.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { NOBODY } from "./fair-queue.ts";
import { ITERATION_MS, loopQueue } from "./loop-queue.ts";
import { StoreError } from "./store.ts";
import { STORE_LIMITS } from "./store-limits.ts";

/** The shortest time slice, unless the work ends. */
const SHORTEST = 1;

export interface TimeSliceOptions {
  /** Called now and then. Throws if the work must end for another reason than the signal's. */
  readonly mayGoOn?: () => void;
  /** The limit of the working time, in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /** The owner of the work: owners share the event loop fairly. */
  readonly owner?: Owner | undefined;
  /** Aborts if the work is no longer needed: it ends with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** Splits long work on the event loop into time slices, so that other work can run, and enforces its time limit. */
export class TimeSlice {
  readonly #mayGoOn: (() => void) | undefined;
  readonly #timeoutMs: number;
  readonly owner: Owner;
  /** Aborts if the work is no longer needed. */
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** The total time spent in the queue. */
  #waited = 0;
  /** The start of the current time slice. If others are waiting already, new work queues behind them first. */
  #turnAt: number;
  /** The working time before the last `resume`, excluding the time of the reader and of others. */
  #usedBefore = 0;
  #since: number;

  constructor(options: TimeSliceOptions = {}) {
    const { mayGoOn, timeoutMs = Number.POSITIVE_INFINITY } = options;
    const { owner = NOBODY, signal, clock = SYSTEM_CLOCK } = options;
    this.#mayGoOn = mayGoOn;
    this.#timeoutMs = timeoutMs;
    this.owner = owner;
    this.signal = signal;
    this.clock = clock;
    this.#since = clock.now();
    this.#turnAt = this.#since - (loopQueue.isEmpty ? loopQueue.used : ITERATION_MS);
  }

  /**
   * Whether to yield now. Throws if the work must end.
   *
   * @param nextMs how long the next step may take
   */
  shouldYield(nextMs = 0): boolean {
    this.#check();
    const now = this.clock.now();
    this.#requireTime(this.#usedBefore + now - this.#since);
    // A potentially long step begins early in a slice, but many short steps share one.
    return now - this.#turnAt > Math.max(ITERATION_MS - nextMs, SHORTEST);
  }

  /**
   * Yields to all other work.
   *
   * @throws {@link StoreError} `busy` if the work has waited too long in total
   */
  async turn(): Promise<void> {
    this.pause();
    const from = this.clock.now();
    await loopQueue.pass(this.owner, this.#usedBefore, this.signal);
    const now = this.clock.now();
    this.#turnAt = now - loopQueue.used;
    this.#waited += now - from;
    if (this.#waited > this.#mostWait) throw this.tooLong();
    this.resume();
  }

  /**
   * Waits for work in other threads.
   *
   * @param work receives the remaining working and waiting time in milliseconds, and resolves with its working time
   */
  async elsewhere(work: (mayWork: number, mayWait: number) => Promise<number>): Promise<void> {
    this.pause();
    const used = await work(this.#timeoutMs - this.#usedBefore, this.#mostWait - this.#waited);
    this.#usedBefore += used;
    this.#requireTime(this.#usedBefore);
    this.#turnAt = this.clock.now();
    this.resume();
  }

  #check(): void {
    this.signal?.throwIfAborted();
    this.#mayGoOn?.();
  }

  /** The error for work that has waited too long. */
  tooLong(): StoreError {
    return new StoreError("busy", `the query waited for others for more than ${this.#mostWait} ms`);
  }

  get #mostWait(): number {
    return Math.max(this.#timeoutMs, STORE_LIMITS.waitMs);
  }

  #requireTime(used: number): void {
    if (used <= this.#timeoutMs) return;
    throw new StoreError("timeout", `the query took longer than ${this.#timeoutMs} ms`);
  }

  /** The rest of the current time slice, in milliseconds. */
  get left(): number {
    return ITERATION_MS - (this.clock.now() - this.#turnAt);
  }

  /** Stops the clock while the reader works. The time slice continues. */
  pause(): void {
    this.#usedBefore += this.clock.now() - this.#since;
  }

  resume(): void {
    this.#check();
    this.#since = this.clock.now();
  }
}

/** The estimated time of the unmeasured work after a step, in milliseconds. */
const NEXT_MS = 5;

/** Runs steps to their result, and yields between them. If the work must end, the steps are closed. */
export async function paced<T>(steps: Steps<T>, slice: TimeSlice): Promise<T> {
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (slice.shouldYield(NEXT_MS)) await slice.turn();
      if (done === true) return value;
    }
  } finally {
    steps.return(undefined as T);
  }
}
