import type { EventLoop } from "../../../src/data/stores/loop-queue.ts";

/** An event loop whose iterations a test makes one by one. */
export class ManualLoop implements EventLoop {
  #work: (() => void)[] = [];
  #next: (() => void)[] = [];

  inNextIteration = (callback: () => void): void => {
    this.#next.push(callback);
  };

  afterThisWork = (callback: () => void): void => {
    this.#work.push(callback);
  };

  /** Makes the calls that wait for the end of the work. These may begin other work, which has not ended yet. */
  endWork(): void {
    const calls = this.#work;
    this.#work = [];
    for (const call of calls) call();
  }

  /** Makes the calls of the next iteration. Those that they add come in the one after it. */
  iterate(): void {
    const calls = this.#next;
    this.#next = [];
    for (const call of calls) call();
  }
}
