import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { type EventLoop, NODE_LOOP } from "./event-loop.ts";

/** How long the requests of one turn of the event loop may work before the others wait for the next turn, in milliseconds. */
const STRETCH_MS = 10;

/**
 * Spreads the work of requests over the turns of the event loop. One turn may bring hundreds of requests, of all
 * connections. Each takes some milliseconds; if all of them were worked on at once, nobody else would be served meanwhile.
 */
export class LoopScheduler {
  readonly #clock: Clock;
  readonly #loop: EventLoop;
  readonly #waiting = new Set<() => void>();
  /** When the first request of this turn began; `undefined` if there was none yet. */
  #began: number | undefined;
  /** Whether a request has begun and still works. */
  #isWorking = false;

  constructor(clock: Clock = SYSTEM_CLOCK, loop: EventLoop = NODE_LOOP) {
    this.#clock = clock;
    this.#loop = loop;
  }

  /** Waits until there is time for a request; `undefined` if there is time now. Nobody is overtaken. */
  wait(): Promise<void> | undefined {
    if (this.#waiting.size === 0 && this.#begin()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  /** Whether a request may begin now. If so, it has begun. */
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
