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
export class Turns {
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
