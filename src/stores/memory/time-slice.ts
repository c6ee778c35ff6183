import { performance } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { StoreError } from "../store.ts";

/** How long work goes on before the event loop gets a turn, in milliseconds. */
const STRETCH = 10;

/** How much work waits for its turn, and the end of their queue: each waits for the one before it, so that a round is one stretch. */
let waiting = 0;
let lastTurn: Promise<void> = Promise.resolve();

/** Keeps long work in memory from holding up everything else, and ends it when it may not go on. */
export class TimeSlice {
  readonly #mayGoOn: (() => void) | undefined;
  readonly #timeoutMs: number;
  /** Where others wait already, new work lines up behind them. */
  #turnAt = performance.now() - (waiting > 0 ? STRETCH : 0);
  /** Without the time that a reader took. */
  #usedBefore = 0;
  #since = performance.now();

  /** @param mayGoOn throws where the work is to end */
  constructor(mayGoOn?: () => void, timeoutMs = Number.POSITIVE_INFINITY) {
    this.#mayGoOn = mayGoOn;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether a turn is due; throws where the work has to end. */
  isDue(): boolean {
    this.#mayGoOn?.();
    const now = performance.now();
    if (this.#usedBefore + now - this.#since > this.#timeoutMs) {
      throw new StoreError("timeout", `the query took longer than ${this.#timeoutMs} ms`);
    }
    return now - this.#turnAt > STRETCH;
  }

  /** Lets everything else have its turn. */
  async turn(): Promise<void> {
    const before = lastTurn;
    waiting++;
    lastTurn = before.then(() => turn());
    await lastTurn;
    waiting--;
    this.#turnAt = performance.now();
    this.#mayGoOn?.();
  }

  /** How much longer work may go on before a turn is due, in milliseconds. */
  get left(): number {
    return STRETCH - (performance.now() - this.#turnAt);
  }

  /** The reader has the word: its time does not count. Whether anybody else has a turn meanwhile is not known. */
  pause(): void {
    this.#usedBefore += performance.now() - this.#since;
  }

  resume(): void {
    this.#mayGoOn?.();
    this.#since = performance.now();
  }
}
