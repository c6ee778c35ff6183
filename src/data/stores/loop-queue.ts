import type { Owner } from "../summary/index.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { FairQueue } from "./fair-queue.ts";

/** The event loop as a queue sees it. Tests pass one whose iterations they make themselves. */
export interface EventLoop {
  /** Calls back in the next iteration. */
  inNextIteration(callback: () => void): void;
  /** Calls back in this iteration, after the work that runs now and all promises that it settles. */
  afterThisWork(callback: () => void): void;
}

const NODE_LOOP: EventLoop = {
  inNextIteration: (callback) => {
    setImmediate(callback);
  },
  // A tick comes when no microtask is left.
  afterThisWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
};

/** How long all work of an iteration of the event loop goes on, in milliseconds, before everything else has its go. */
export const ITERATION_MS = 10;

/** No work begins later than this in an iteration, since it may take as long again. */
const LAST_BEGIN_MS = ITERATION_MS / 2;

/** Work that waits. */
interface Waiting {
  readonly go: () => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * The queue of all work that takes long, or that many clients may ask for at once: the requests that one iteration of the
 * event loop brings, and time slices of longer work. Owners share the iterations by their weights.
 */
export class LoopQueue {
  readonly #clock: Clock;
  readonly #loop: EventLoop;
  readonly #queue = new FairQueue<Waiting>();
  /** When the first work of this iteration began; `undefined` if there was none yet. */
  #began: number | undefined;
  /** Whether this iteration has no time for other work, however long it went on. */
  #isSpent = false;
  /** Whether work has begun and goes on. */
  #isWorking = false;

  constructor(clock: Clock = SYSTEM_CLOCK, loop: EventLoop = NODE_LOOP) {
    this.#clock = clock;
    this.#loop = loop;
  }

  get isEmpty(): boolean {
    return this.#queue.isEmpty;
  }

  /** How long work has gone on in this iteration, in milliseconds. */
  get used(): number {
    return this.#began === undefined ? 0 : this.#clock.now() - this.#began;
  }

  /** Waits until there is time for a request; `undefined` if there is time now. Nobody is overtaken. */
  enter(owner: Owner, signal?: AbortSignal): Promise<void> | undefined {
    if (!this.isEmpty || !this.#isFree) return this.#wait(owner, 0, signal);
    this.#begin();
    return undefined;
  }

  /**
   * Ends a time slice, and waits for the next one, in a later iteration.
   *
   * @param used how long the work has taken so far
   * @param signal if it is aborted, the work takes no time of the others: it ends
   */
  pass(owner: Owner, used: number, signal?: AbortSignal): Promise<void> {
    this.#isSpent = true;
    this.#beginIteration();
    return this.#wait(owner, used, signal);
  }

  #wait(owner: Owner, used: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((go) => this.#queue.add(owner, used, { go, signal }));
  }

  #beginIteration(): void {
    if (this.#began !== undefined) return;
    this.#began = this.#clock.now();
    this.#loop.inNextIteration(() => {
      this.#began = undefined;
      this.#isSpent = false;
      this.#next();
    });
  }

  /** Whether work may begin now. */
  get #isFree(): boolean {
    return !this.#isWorking && !this.#isSpent && this.used < LAST_BEGIN_MS;
  }

  #begin(): void {
    this.#beginIteration();
    this.#isWorking = true;
    this.#loop.afterThisWork(() => {
      this.#isWorking = false;
      this.#next();
    });
  }

  /** Lets what is next begin, and everything end that nobody waits for. */
  #next(): void {
    while (!this.isEmpty && this.#isFree) {
      const waiting = this.#queue.take();
      if (waiting?.signal?.aborted !== true) this.#begin();
      waiting?.go();
    }
  }
}

/** There is one, because a program has one event loop. It only holds what waits at the moment. */
export const loopQueue = new LoopQueue();
