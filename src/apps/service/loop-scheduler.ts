import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { type EventLoop, NODE_LOOP } from "./event-loop.ts";

/**
 * The total time for requests in one iteration of the event loop, in milliseconds. The others wait for the next
 * iteration.
 */
const STRETCH_MS = 10;

/**
 * Spreads the work of requests over iterations of the event loop. One iteration may receive hundreds of requests from
 * all connections. Each takes some milliseconds; processing all at once would block everything else.
 */
export class LoopScheduler {
  readonly #clock: Clock;
  readonly #loop: EventLoop;
  readonly #waiting = new Set<() => void>();
  /** The start of the first request in this iteration; `undefined` if there was none yet. */
  #began: number | undefined;
  /** Whether an admitted request is still working. */
  #isWorking = false;

  constructor(clock: Clock = SYSTEM_CLOCK, loop: EventLoop = NODE_LOOP) {
    this.#clock = clock;
    this.#loop = loop;
  }

  /** Waits for a time slice; returns `undefined` if the request can start now. First come, first served. */
  wait(): Promise<void> | undefined {
    if (this.#waiting.size === 0 && this.#begin()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  /** Starts a request if there is time for it. Returns whether it was started. */
  #begin(): boolean {
    if (this.#isWorking) return false;
    if (this.#began === undefined) {
      this.#began = this.#clock.now();
      this.#loop.inNextIteration(() => {
        this.#began = undefined;
        this.#next();
      });
    } else if (this.#clock.now() - this.#began >= STRETCH_MS) return false;
    this.#isWorking = true;
    this.#loop.afterThisWork(() => {
      this.#isWorking = false;
      this.#next();
    });
    return true;
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined || !this.#begin()) return;
    this.#waiting.delete(first);
    first();
  }
}
