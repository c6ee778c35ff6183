import type { Owner } from "../summary/index.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { FairQueue } from "./fair-queue.ts";

/** The queue's view of the event loop. Tests pass one that they step themselves. */
export interface EventLoop {
  /** Calls back in the next iteration. */
  inNextIteration(callback: () => void): void;
  /** Calls back in this iteration, after the running work and all promises that it settles. */
  afterThisWork(callback: () => void): void;
}

const NODE_LOOP: EventLoop = {
  inNextIteration: (callback) => {
    setImmediate(callback);
  },
  // A tick comes when no microtask is left.
  afterThisWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
};

/** The time of all queued work in one iteration of the event loop, in milliseconds. Then timers and sockets run. */
export const ITERATION_MS = 10;

/** No work begins later than this in an iteration, because its first step may take as long again. */
const LAST_BEGIN_MS = ITERATION_MS / 2;

/**
 * The queue of all work on the event loop: new requests, and the time slices of longer work. Owners share the loop by
 * weight.
 */
export class LoopQueue {
  readonly #clock: Clock;
  readonly #loop: EventLoop;
  /** Functions that resume the queued work. */
  readonly #queue = new FairQueue<() => void>();
  /** The start of the first work of this iteration; `undefined` if none has begun. */
  #began: number | undefined;
  /** Whether a time slice has ended in this iteration, so that no other work begins in it. */
  #isSpent = false;
  /** Whether work is running. */
  #isWorking = false;

  constructor(clock: Clock = SYSTEM_CLOCK, loop: EventLoop = NODE_LOOP) {
    this.#clock = clock;
    this.#loop = loop;
  }

  get isEmpty(): boolean {
    return this.#queue.isEmpty;
  }

  /** The number of requests and time slices of an owner in the queue. */
  waitingOf(owner: Owner): number {
    return this.#queue.sizeOf(owner);
  }

  /** The time since the first work of this iteration began, in milliseconds. */
  get used(): number {
    return this.#began === undefined ? 0 : this.#clock.now() - this.#began;
  }

  /**
   * Queues a request; `undefined` if it may begin now because the queue is empty and the iteration has time left.
   *
   * @param signal if it is aborted, the request leaves the queue at once, without a slot, and must end
   */
  enter(owner: Owner, signal?: AbortSignal): Promise<void> | undefined {
    if (!this.isEmpty || !this.#isFree) return this.#wait(owner, 0, signal);
    this.#begin();
    return undefined;
  }

  /**
   * Ends a time slice, and queues for the next one, in a later iteration.
   *
   * @param used the working time so far, in milliseconds
   * @param signal if it is aborted, the work leaves the queue at once, without a slot, and must end
   */
  pass(owner: Owner, used: number, signal?: AbortSignal): Promise<void> {
    this.#isSpent = true;
    this.#beginIteration();
    return this.#wait(owner, used, signal);
  }

  #wait(owner: Owner, used: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resume) => {
      if (signal?.aborted === true) {
        resume();
        return;
      }
      const leave = this.#queue.add(owner, used, () => {
        signal?.removeEventListener("abort", abort);
        resume();
      });
      const abort = (): void => {
        leave();
        resume();
      };
      signal?.addEventListener("abort", abort, { once: true });
    });
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

  /** Starts the next queued work if the iteration has time. */
  #next(): void {
    if (!this.#isFree) return;
    const resume = this.#queue.take();
    if (resume === undefined) return;
    this.#begin();
    resume();
  }
}

/** One for the process, which has one event loop. Its only state is the work that is queued. */
export const loopQueue = new LoopQueue();
