import { type Owner, Turns } from "./turns.ts";

/** Something that waits, and how long its work took before. */
interface Waiter<T> {
  readonly used: number;
  readonly item: T;
}

/** What waits of an owner, the longest waiting first. */
interface Waiting<T> {
  readonly owner: Owner;
  readonly waiters: Waiter<T>[];
  /** How many turns it has had since the owner began to wait. */
  turns: number;
}

/** Of so many turns of an owner, one goes to the work that waits longest: otherwise short work could keep it waiting for ever. */
const OLDEST_ONE_IN = 4;

/**
 * A line of work that waits. Owners take turns by their weights, however much each of them has to do. Of an owner's work,
 * the one that has taken the least time goes first, so that short work passes long work, but for some turns.
 */
export class FairLine<T> {
  readonly #owners = new Map<string, Waiting<T>>();
  readonly #turns = new Turns();

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  add(owner: Owner, used: number, item: T): void {
    const waiting = this.#owners.get(owner.id);
    if (waiting === undefined) {
      this.#owners.set(owner.id, { owner, waiters: [{ used, item }], turns: 0 });
    } else waiting.waiters.push({ used, item });
  }

  /** Takes what is next; `undefined` if nothing waits. */
  take(): T | undefined {
    if (this.isEmpty) return undefined;
    const waiting = [...this.#owners.values()].reduce((best, one) =>
      this.#turns.due(one.owner) < this.#turns.due(best.owner) ? one : best,
    );
    const { owner, waiters } = waiting;
    waiting.turns++;
    const isForOldest = waiting.turns % OLDEST_ONE_IN === 0;
    const first = waiters.reduce((best, one) =>
      !isForOldest && one.used < best.used ? one : best,
    );
    waiters.splice(waiters.indexOf(first), 1);
    if (waiters.length === 0) this.#owners.delete(owner.id);
    this.#turns.take(owner);
    if (this.isEmpty) this.#turns.clear();
    return first.item;
  }
}
