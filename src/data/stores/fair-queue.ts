import { Heap } from "../../util/heap.ts";
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

/** A queued item. */
interface Waiter<T> {
  readonly item: T;
  /** How long its work has already taken. */
  readonly used: number;
  /** The number of items queued before it. */
  readonly arrival: number;
}

/** The queue of one owner. */
interface OwnerQueue<T> {
  readonly owner: Owner;
  readonly byUsed: Heap<Waiter<T>>;
  readonly byArrival: Heap<Waiter<T>>;
  /** The number of items queued before its first one. */
  readonly arrival: number;
  /** The virtual time of its next slot. */
  due: number;
  /** How many slots the owner has had since it began to wait. */
  slots: number;
}

/** One in this number of an owner's slots goes to its oldest item: otherwise short work could starve it. */
const OLDEST_ONE_IN = 4;

/**
 * A weighted fair queue. Owners share by weight, however much work each of them queues. Among one owner's items, the
 * one that has used the least time goes first, so that short work overtakes long work; every fourth slot goes to the
 * oldest item. Adding, taking and removing an item take logarithmic time.
 */
export class FairQueue<T> {
  readonly #owners = new Map<string, OwnerQueue<T>>();
  readonly #byDue = new Heap<OwnerQueue<T>>(
    (a, b) => a.due < b.due || (a.due === b.due && a.arrival < b.arrival),
  );
  readonly #virtualTime = new VirtualTime();
  #arrivals = 0;

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  /** The number of the owner's items. */
  sizeOf({ id }: Owner): number {
    return this.#owners.get(id)?.byUsed.size ?? 0;
  }

  /** Adds an item. Returns a function that removes it, if it is still in the queue, without a slot. */
  add(owner: Owner, used: number, item: T): () => void {
    const waiter: Waiter<T> = { item, used, arrival: this.#arrivals++ };
    const queue = this.#owners.get(owner.id) ?? this.#addOwner(owner, waiter.arrival);
    queue.byUsed.add(waiter);
    queue.byArrival.add(waiter);
    return () => this.#remove(queue, waiter);
  }

  /** Removes and returns the next item; `undefined` if the queue is empty. */
  take(): T | undefined {
    const queue = this.#byDue.first;
    if (queue === undefined) return undefined;
    queue.slots++;
    const isForOldest = queue.slots % OLDEST_ONE_IN === 0;
    const { first } = isForOldest ? queue.byArrival : queue.byUsed;
    if (first === undefined) return undefined;
    this.#virtualTime.take(queue.owner);
    this.#byDue.remove(queue);
    queue.due = this.#virtualTime.due(queue.owner);
    this.#byDue.add(queue);
    this.#remove(queue, first);
    return first.item;
  }

  #addOwner(owner: Owner, arrival: number): OwnerQueue<T> {
    const queue: OwnerQueue<T> = {
      owner,
      byUsed: new Heap((a, b) => a.used < b.used || (a.used === b.used && a.arrival < b.arrival)),
      byArrival: new Heap((a, b) => a.arrival < b.arrival),
      arrival,
      due: this.#virtualTime.due(owner),
      slots: 0,
    };
    this.#owners.set(owner.id, queue);
    this.#byDue.add(queue);
    return queue;
  }

  #remove(queue: OwnerQueue<T>, waiter: Waiter<T>): void {
    queue.byUsed.remove(waiter);
    queue.byArrival.remove(waiter);
    // An owner that waits again has another queue.
    if (queue.byUsed.size > 0 || this.#owners.get(queue.owner.id) !== queue) return;
    this.#owners.delete(queue.owner.id);
    this.#byDue.remove(queue);
    if (this.isEmpty) this.#virtualTime.clear();
  }
}
