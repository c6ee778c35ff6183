import type { Steps } from "../../util/steps.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { FairQueue, NOBODY, type Owner } from "./fair-queue.ts";
import { StoreError } from "./store.ts";
import { STORE_LIMITS } from "./store-limits.ts";

/** How long work goes on before the event loop has a turn, in milliseconds. */
const STRETCH = 10;

/** A stretch of work is not shorter, unless there is no more work. */
const SHORTEST = 1;

/** The line in which all long work of the program waits for the event loop. One piece of work goes on after each turn. */
class WaitingLine {
  readonly #line = new FairQueue<() => void>();
  #isRunning = false;

  get isEmpty(): boolean {
    return this.#line.isEmpty;
  }

  pass(owner: Owner, used: number): Promise<void> {
    return new Promise((go) => {
      this.#line.add(owner, used, go);
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => this.#step());
    });
  }

  #step(): void {
    this.#line.take()?.();
    this.#isRunning = !this.isEmpty;
    if (this.#isRunning) setImmediate(() => this.#step());
  }
}

/** There is one, because a program has one event loop. It only holds what waits at the moment. */
const line = new WaitingLine();

/** The options of a `TimeSlice`. */
export interface TimeSliceOptions {
  /** Throws if the work has to end. */
  readonly mayGoOn?: () => void;
  /** How long it may work, in milliseconds; without a limit unless given. */
  readonly timeoutMs?: number;
  /** Whose work it is: owners take turns. */
  readonly owner?: Owner | undefined;
  /** Aborts if nobody waits for the work any more. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Divides long work in memory into stretches, so that it does not hold up everything else, and ends it when it may not
 * go on.
 */
export class TimeSlice {
  readonly #mayGoOn: (() => void) | undefined;
  readonly #timeoutMs: number;
  readonly owner: Owner;
  /** Aborts if nobody waits for the work any more. */
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** How long it has waited for its turns. */
  #waited = 0;
  /** When the event loop had its last turn. If others wait already, new work must wait behind them first. */
  #turnAt: number;
  /** How long the work took before the last `resume`, without the time of the reader and of others. */
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
    this.#turnAt = this.#since - (line.isEmpty ? 0 : STRETCH);
  }

  /**
   * Whether a turn is due. It throws if the work has to end.
   *
   * @param nextMs how long the next piece of work may take
   */
  shouldYield(nextMs = 0): boolean {
    this.#mayGoOn?.();
    const now = this.clock.now();
    this.#requireTime(this.#usedBefore + now - this.#since);
    // A piece that may be long begins soon after a turn, but many short pieces do not need a turn each.
    return now - this.#turnAt > Math.max(STRETCH - nextMs, SHORTEST);
  }

  /**
   * Lets all other work have its turn.
   *
   * @throws {@link StoreError} `busy` if there is so much other work that it has waited too long
   */
  async turn(): Promise<void> {
    this.pause();
    const from = this.clock.now();
    await line.pass(this.owner, this.#usedBefore);
    this.#turnAt = this.clock.now();
    this.#waited += this.#turnAt - from;
    if (this.#waited > this.#mostWait) throw this.tooLong();
    this.resume();
  }

  /**
   * Waits for work that other threads do.
   *
   * @param work is told how long it may work and wait, in milliseconds, and returns how long it worked
   */
  async elsewhere(work: (mayWork: number, mayWait: number) => Promise<number>): Promise<void> {
    this.pause();
    const used = await work(this.#timeoutMs - this.#usedBefore, this.#mostWait - this.#waited);
    this.#usedBefore += used;
    this.#requireTime(this.#usedBefore);
    this.#turnAt = this.clock.now();
    this.resume();
  }

  /** The error of work that waited too long. */
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

  /** How much longer work may go on before a turn is due, in milliseconds. */
  get left(): number {
    return STRETCH - (this.clock.now() - this.#turnAt);
  }

  /** Stops the clock while the reader works. (The event loop need not have a turn meanwhile.) */
  pause(): void {
    this.#usedBefore += this.clock.now() - this.#since;
  }

  resume(): void {
    this.#mayGoOn?.();
    this.#since = this.clock.now();
  }
}

/** How long the work may take that follows a plan and is not measured yet, in milliseconds. */
const NEXT_MS = 5;

/** The result of steps, with turns for other work between them. Steps that are given up are told so. */
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
