/**
 * How long requests would have waited for an event loop, had one come every millisecond: those that come while the loop
 * is busy wait until it is free. A long stretch so counts as often as there are requests that it makes wait.
 */
export class Waits {
  readonly #counts = new Map<number, number>();
  #total = 0;
  #longest = 0;

  get longest(): number {
    return this.#longest;
  }

  /** Adds a time in milliseconds, and the part of it in which the loop was busy. */
  add(time: number, busy: number): void {
    const stretch = Math.max(0, busy);
    this.#longest = Math.max(this.#longest, stretch);
    const whole = Math.floor(stretch);
    for (let wait = whole; wait > 0; wait--) this.#count(wait, 1);
    this.#count(0, Math.max(0, time - whole));
  }

  /** The wait that a share of the requests does not exceed, in milliseconds. */
  quantile(share: number): number {
    let seen = 0;
    for (const wait of [...this.#counts.keys()].sort((a, b) => a - b)) {
      seen += this.#counts.get(wait) ?? 0;
      if (seen >= share * this.#total) return wait;
    }
    return 0;
  }

  #count(wait: number, times: number): void {
    this.#counts.set(wait, (this.#counts.get(wait) ?? 0) + times);
    this.#total += times;
  }
}
