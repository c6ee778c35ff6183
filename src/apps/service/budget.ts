import type { Owner } from "../../data/stores/fair-queue.ts";

/** Why an amount is not given: the holder has its share already, or all is taken. */
export type Refusal = "own" | "all";

/**
 * An amount that holders share: requests or bytes. A holder of some part may take more up to its share, and as much as
 * is left. So something is always left for the others, however few take however much. A holder of weight 4 may take as
 * much as four holders of weight 1.
 */
export class Budget {
  /** All that there is. */
  readonly all: number;
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #sum = 0;

  constructor(all: number, share: number) {
    this.all = all;
    this.#share = share;
  }

  /** The amount that all holders have. */
  get taken(): number {
    return this.#sum;
  }

  /**
   * Takes an amount for a holder. Returns `undefined`, or why it cannot.
   *
   * @param mine how much of the holder's part the caller has taken before. A caller whose holder has nothing else may
   * take more than a share: otherwise a large request could never be answered.
   */
  take(holder: Owner, amount: number, mine = 0): Refusal | undefined {
    const { id, weight } = holder;
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
