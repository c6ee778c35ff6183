import type { StoreOwner } from "./store.ts";

/** Whose work it is. An owner of weight 4 has the share of four owners of weight 1. */
export interface Owner {
  readonly id: string;
  readonly weight: number;
}

/** The owner of work that names none. */
export const NOBODY: Owner = { id: "", weight: 1 };

/** The owner of some work; `undefined` if it names none. */
export function ownerOf({ owner, weight = 1 }: StoreOwner): Owner | undefined {
  return owner === undefined ? undefined : { id: owner, weight };
}

/**
 * Says whose turn is next among owners who all wait: over time each of them gets turns in the proportion of its weight.
 * A turn moves the owner's next one on by a time that is the shorter, the larger its weight is. An owner that comes
 * back after a while has no turns in reserve, and owes none.
 */
export class VirtualTime {
  #now = 0;
  readonly #due = new Map<string, number>();

  /** When the next turn of an owner is due. The owner with the least is next. */
  due({ id }: Owner): number {
    return Math.max(this.#now, this.#due.get(id) ?? 0);
  }

  take(owner: Owner): void {
    this.#now = this.due(owner);
    this.#due.set(owner.id, this.#now + 1 / owner.weight);
  }

  /** Forgets all turns. It is called if nobody waits. */
  clear(): void {
    this.#now = 0;
    this.#due.clear();
  }
}

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
export class FairQueue<T> {
  readonly #owners = new Map<string, Waiting<T>>();
  readonly #virtualTime = new VirtualTime();

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
      this.#virtualTime.due(one.owner) < this.#virtualTime.due(best.owner) ? one : best,
    );
    const { owner, waiters } = waiting;
    waiting.turns++;
    const isForOldest = waiting.turns % OLDEST_ONE_IN === 0;
    const first = waiters.reduce((best, one) =>
      !isForOldest && one.used < best.used ? one : best,
    );
    waiters.splice(waiters.indexOf(first), 1);
    if (waiters.length === 0) this.#owners.delete(owner.id);
    this.#virtualTime.take(owner);
    if (this.isEmpty) this.#virtualTime.clear();
    return first.item;
  }
}
