import type { Steps } from "../../util/steps.ts";
import type { Owner, WorkMeter } from "../summary/index.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { NOBODY } from "./fair-queue.ts";
import { ITERATION_MS, loopQueue } from "./loop-queue.ts";
import { type StoreCall, StoreError } from "./store.ts";
import { STORE_LIMITS } from "./store-limits.ts";

/** The shortest time slice, unless the work ends. */
const SHORTEST = 1;

export interface TimeSliceOptions extends StoreCall {
  /** Called now and then. Throws if the work must end for another reason than the signal's. */
  readonly mayGoOn?: () => void;
  /** The limit of the working time that the meter counts, in milliseconds. Default: none. */
  readonly timeoutMs?: number | undefined;
  /** Whether the work has just had its slot in the queue. */
  readonly isAdmitted?: boolean;
  readonly clock?: Clock | undefined;
}

/** Splits long work on the event loop into time slices, so that other work can run, and enforces its time limit. */
export class TimeSlice {
  readonly #mayGoOn: (() => void) | undefined;
  readonly #timeoutMs: number;
  readonly #meter: WorkMeter;
  readonly owner: Owner;
  /** Aborts if the work is no longer needed. */
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** The total time spent in the queue. */
  #waited = 0;
  /** The start of the current time slice. If others are waiting already, new work queues behind them first. */
  #sliceStart: number;
  /** The time up to which the meter has counted. */
  #since: number;

  constructor(options: TimeSliceOptions = {}) {
    const { mayGoOn, timeoutMs = Number.POSITIVE_INFINITY } = options;
    const { owner = NOBODY, signal, meter = { usedMs: 0 }, clock = SYSTEM_CLOCK } = options;
    this.#mayGoOn = mayGoOn;
    this.#timeoutMs = timeoutMs;
    this.#meter = meter;
    this.owner = owner;
    this.signal = signal;
    this.clock = clock;
    this.#since = clock.now();
    const usedByOthers = loopQueue.isEmpty ? loopQueue.used : ITERATION_MS;
    this.#sliceStart = this.#since - (options.isAdmitted === true ? 0 : usedByOthers);
  }

  /**
   * Whether to yield now. Throws if the work must end.
   *
   * @param nextMs how long the next step may take
   */
  shouldYield(nextMs = 0): boolean {
    const now = this.#count();
    this.#check();
    // A potentially long step begins early in a slice, but many short steps share one.
    return now - this.#sliceStart > Math.max(ITERATION_MS - nextMs, SHORTEST);
  }

  /**
   * Yields to all other work.
   *
   * @throws {@link StoreError} `busy` if the work has waited too long in total
   */
  async yield(): Promise<void> {
    this.pause();
    const from = this.clock.now();
    await loopQueue.pass(this.owner, this.#meter.usedMs, this.signal);
    const now = this.clock.now();
    this.#sliceStart = now - loopQueue.used;
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
    const mayWork = this.#timeoutMs - this.#meter.usedMs;
    const used = await work(mayWork, this.#mostWait - this.#waited);
    this.#meter.usedMs += used;
    this.#sliceStart = this.clock.now();
    this.resume();
  }

  #check(): void {
    this.signal?.throwIfAborted();
    this.#mayGoOn?.();
    if (this.#meter.usedMs <= this.#timeoutMs) return;
    throw new StoreError("timeout", `the query took longer than ${this.#timeoutMs} ms`);
  }

  /** Counts the time since the last count, and returns the current time. */
  #count(): number {
    const now = this.clock.now();
    this.#meter.usedMs += now - this.#since;
    this.#since = now;
    return now;
  }

  /** The error for work that has waited too long. */
  tooLong(): StoreError {
    return new StoreError("busy", `the query waited for others for more than ${this.#mostWait} ms`);
  }

  get #mostWait(): number {
    return Math.max(this.#timeoutMs, STORE_LIMITS.waitMs);
  }

  /** The rest of the current time slice, in milliseconds. */
  get left(): number {
    return ITERATION_MS - (this.clock.now() - this.#sliceStart);
  }

  /** Stops counting while the reader or another slice works. The time slice continues. */
  pause(): void {
    this.#count();
  }

  /** Throws if the work must end. */
  resume(): void {
    this.#check();
    this.#since = this.clock.now();
  }
}

/** The parts of a source, without counting the time in which they are made: the source counts its own. */
export async function* uncounted<T>(
  source: AsyncIterable<T>,
  slice: TimeSlice,
): AsyncGenerator<T, undefined> {
  slice.pause();
  for await (const part of source) {
    slice.resume();
    yield part;
    slice.pause();
  }
  slice.resume();
}

/** The estimated time of the unmeasured work after a step, in milliseconds. */
const NEXT_MS = 5;

/** Runs steps to their result, and yields between them. If the work must end, the steps are closed. */
export async function paced<T>(steps: Steps<T>, slice: TimeSlice): Promise<T> {
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (slice.shouldYield(NEXT_MS)) await slice.yield();
      if (done === true) return value;
    }
  } finally {
    steps.return(undefined as T);
  }
}
