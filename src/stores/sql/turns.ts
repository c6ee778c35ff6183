import { StoreError } from "../store.ts";

interface Waiter {
  readonly go: () => void;
  readonly fail: (error: unknown) => void;
}

/** So many callers at once; who comes after them waits in line, for some time. */
export class Turns {
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiter>();
  #free: number;
  #closed: StoreError | undefined;

  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /**
   * Waits for a turn.
   *
   * @returns what ends it
   * @throws {@link StoreError} `busy` where none came in time, `unavailable` when it was closed
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#pass();
    };
  }

  /** Fails whoever waits, and whoever comes. */
  close(error: StoreError): void {
    this.#closed = error;
    for (const { fail } of this.#waiting) fail(error);
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next.go();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        go: () => {
          leave();
          resolve();
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const abort = (): void => waiter.fail(signal.reason);
      const timer = setTimeout(() => {
        waiter.fail(new StoreError("busy", `no connection was free within ${this.#waitMs} ms`));
      }, this.#waitMs);
      signal.addEventListener("abort", abort);
      this.#waiting.add(waiter);
    });
  }
}
