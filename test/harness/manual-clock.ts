import type { Clock } from "../../src/data/stores/clock.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that only its test moves, or each reading of it by a fixed number of milliseconds. */
export class ManualClock implements Clock {
  readonly #tick: number;
  readonly #timers = new Set<Timer>();
  #now = 0;
  #isRunning = false;
  /** Each returns whether there are as many timers as it waits for. */
  #whenAwaited: (() => boolean)[] = [];

  /** @param tick how many milliseconds pass with each reading */
  constructor(tick = 0) {
    this.#tick = tick;
  }

  now = (): number => {
    this.#now += this.#tick;
    return this.#now;
  };

  after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    this.#whenAwaited = this.#whenAwaited.filter((note) => !note());
    if (this.#isRunning) this.#goOff(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  /** How many timers there are. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Resolves when there is a timer, or as many of them as that. */
  async awaited(count = 1): Promise<void> {
    if (this.timers >= count) return;
    await new Promise<void>((resolve) => {
      this.#whenAwaited.push(() => {
        if (this.timers < count) return false;
        resolve();
        return true;
      });
    });
  }

  /** From now on, the clock moves on by itself to the time of each timer, so that nobody waits. */
  run(): void {
    this.#isRunning = true;
    for (const timer of this.#timers) this.#goOff(timer);
  }

  /** Moves the clock on. Timers go off one after the other, in the order of their times. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }

  /** Waits for a timer, and moves the clock on until the first one goes off. */
  async skip(): Promise<void> {
    await this.awaited();
    const first = this.#next(Number.POSITIVE_INFINITY);
    if (first !== undefined) this.advance(first.at - this.#now);
  }

  /** Moves the clock on to a timer, unless it is cancelled before. */
  #goOff(timer: Timer): void {
    setImmediate(() => {
      if (this.#timers.has(timer)) this.advance(timer.at - this.#now);
    });
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }
}
