import { weightOf } from "../../data/stores/fair-queue.ts";
import type { Owner } from "../../data/summary/index.ts";

/** Why an amount is refused: the holder has its full share, or everything is taken. */
export type Refusal = "own" | "all";

/**
 * A shared resource, such as requests or bytes. A holder may take up to its share, and at most as much as is left for
 * the others, so that a few holders cannot exhaust it. A holder of weight 4 may take as much as four holders of weight
 * 1.
 */
export class Budget {
  /** The total amount. */
  readonly all: number;
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #sum = 0;

  constructor(all: number, share: number) {
    this.all = all;
    this.#share = share;
  }

  /** The amount taken by all holders. */
  get taken(): number {
    return this.#sum;
  }

  /**
   * Takes an amount for a holder. Returns `undefined` on success, or else the reason of the refusal.
   *
   * @param mine how much of the holder's amount belongs to the caller. A caller whose holder has nothing else may
   * exceed the share: otherwise a large request could never be served.
   */
  take(holder: Owner, amount: number, mine = 0): Refusal | undefined {
    const { id } = holder;
    const weight = weightOf(holder);
    const held = this.heldBy(holder);
    const left = this.all - this.#sum;
    if (held > mine && held + amount > this.#share * weight) return "own";
    if (amount > left || (held > mine && held + amount > left * weight)) return "all";
    this.#held.set(id, held + amount);
    this.#sum += amount;
    return undefined;
  }

  give(holder: Owner, amount: number): void {
    const left = this.heldBy(holder) - amount;
    if (left > 0) this.#held.set(holder.id, left);
    else this.#held.delete(holder.id);
    this.#sum -= amount;
  }

  heldBy({ id }: Owner): number {
    return this.#held.get(id) ?? 0;
  }
}
