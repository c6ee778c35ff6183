/** A counting semaphore with a queue. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Resolves once a permit is free, with a function that releases it.
   *
   * @throws the signal's reason if it aborts before
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#next(signal);
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    };
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      this.#waiting.push(go);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
