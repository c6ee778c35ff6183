import type { Owner } from "../summary/index.ts";

/** The owner of work that names no owner. */
export const NOBODY: Owner = { id: "", weight: 1 };

/** The share of an owner. */
export function weightOf({ weight = 1 }: Owner): number {
  return weight;
}

/**
 * Weighted fair scheduling by virtual time: owners that all wait get slots in proportion to their weights. Taking a
 * slot delays the owner's next one by the inverse of its weight. An idle owner neither saves up slots nor owes any.
 */
export class VirtualTime {
  #now = 0;
  readonly #due = new Map<string, number>();

  /** The virtual time of the owner's next slot. The owner with the lowest goes first. */
  due({ id }: Owner): number {
    return Math.max(this.#now, this.#due.get(id) ?? 0);
  }

  take(owner: Owner): void {
    this.#now = this.due(owner);
    this.#due.set(owner.id, this.#now + 1 / weightOf(owner));
  }

  /** Resets all owners. Called once the queue is empty. */
  clear(): void {
    this.#now = 0;
    this.#due.clear();
  }
}

/** A queued item, and how long its work has already taken. */
interface Waiter<T> {
  readonly used: number;
  readonly item: T;
}

/** The queue of one owner, longest waiting first. */
interface OwnerQueue<T> {
  readonly owner: Owner;
  readonly waiters: Waiter<T>[];
  /** How many slots the owner has had since it began to wait. */
  slots: number;
}

/** One in this number of an owner's slots goes to its oldest item: otherwise short work could starve it. */
const OLDEST_ONE_IN = 4;

/**
 * A weighted fair queue. Owners share by weight, however much work each of them queues. Among one owner's items, the
 * one that has used the least time goes first, so that short work overtakes long work; every fourth slot goes to the
 * oldest item.
 */
export class FairQueue<T> {
  readonly #owners = new Map<string, OwnerQueue<T>>();
  readonly #virtualTime = new VirtualTime();

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  add(owner: Owner, used: number, item: T): void {
    const waiting = this.#owners.get(owner.id);
    if (waiting === undefined) {
      this.#owners.set(owner.id, { owner, waiters: [{ used, item }], slots: 0 });
    } else waiting.waiters.push({ used, item });
  }

  /**
   * Removes and returns the next item; `undefined` if the queue is empty.
   *
   * @param isFree whether an item takes no slot, so that it does not count for its owner
   */
  take(isFree: (item: T) => boolean = () => false): T | undefined {
    if (this.isEmpty) return undefined;
    const waiting = [...this.#owners.values()].reduce((best, one) =>
      this.#virtualTime.due(one.owner) < this.#virtualTime.due(best.owner) ? one : best,
    );
    const { owner, waiters } = waiting;
    waiting.slots++;
    const isForOldest = waiting.slots % OLDEST_ONE_IN === 0;
    const first = waiters.reduce((best, one) =>
      !isForOldest && one.used < best.used ? one : best,
    );
    waiters.splice(waiters.indexOf(first), 1);
    if (waiters.length === 0) this.#owners.delete(owner.id);
    if (!isFree(first.item)) this.#virtualTime.take(owner);
    if (this.isEmpty) this.#virtualTime.clear();
    return first.item;
  }
}
