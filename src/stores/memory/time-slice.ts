import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreError } from "../store.ts";

/** How long work goes on before the event loop has a turn, in milliseconds. */
const STRETCH = 10;

/**
 * The line in which all long work of the program waits for the event loop: one after the other, so that the loop has a
 * turn after each stretch of work, and not only after one of each.
 */
class WaitingLine {
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  /** Waits behind those who came before, and then for one turn of the event loop. */
  async pass(): Promise<void> {
    this.#waiting++;
    this.#last = this.#last.then(() => nextTurn());
    await this.#last;
    this.#waiting--;
  }
}

/** There is one, because a program has one event loop. It only holds what waits at the moment. */
const line = new WaitingLine();

/**
 * Divides long work in memory into stretches, so that it does not hold up everything else, and ends it when it may not
 * go on.
 */
export class TimeSlice {
  readonly #mayGoOn: (() => void) | undefined;
  readonly #timeoutMs: number;
  /** When the event loop had its last turn. If others wait already, new work must wait behind them first. */
  #turnAt = performance.now() - (line.isEmpty ? 0 : STRETCH);
  /** How long the work took before the last `resume`, without the time of the reader. */
  #usedBefore = 0;
  #since = performance.now();

  /** @param mayGoOn throws if the work has to end */
  constructor(mayGoOn?: () => void, timeoutMs = Number.POSITIVE_INFINITY) {
    this.#mayGoOn = mayGoOn;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether a turn is due. It throws if the work has to end. */
  isDue(): boolean {
    this.#mayGoOn?.();
    const now = performance.now();
    if (this.#usedBefore + now - this.#since > this.#timeoutMs) {
      throw new StoreError("timeout", `the query took longer than ${this.#timeoutMs} ms`);
    }
    return now - this.#turnAt > STRETCH;
  }

  /** Lets all other work have its turn. */
  async turn(): Promise<void> {
    await line.pass();
    this.#turnAt = performance.now();
    this.#mayGoOn?.();
  }

  /** How much longer work may go on before a turn is due, in milliseconds. */
  get left(): number {
    return STRETCH - (performance.now() - this.#turnAt);
  }

  /** Stops the clock while the reader works. (The event loop need not have a turn meanwhile.) */
  pause(): void {
    this.#usedBefore += performance.now() - this.#since;
  }

  resume(): void {
    this.#mayGoOn?.();
    this.#since = performance.now();
  }
}
