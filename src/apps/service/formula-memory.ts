import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import type { Owner } from "../../data/stores/fair-queue.ts";
import { bytesOf, type FormulaWeight } from "../../data/stores/formula-weight.ts";
import { Budget, type Refusal } from "./budget.ts";
import { every } from "./every.ts";

/** Why a request has to end: its formula alone has grown too large, or those of its holder together have. */
export type Overgrown = "alone" | "together";

/** A request that works with formulas. */
interface Worker {
  /** Ends it, since its formulas take memory that others need. */
  stop(reason: Overgrown): void;
}

/** A formula that a holder's requests work with. It is charged once, however many of them do. */
interface Use {
  readonly holder: Owner;
  readonly weight: FormulaWeight;
  readonly workers: Set<Worker>;
  /** Its bytes at the last look. */
  bytes: number;
  isStopped: boolean;
}

/** How often formulas are weighed while there is one at work that may grow, in milliseconds. */
const LOOK_MS = 50;

/**
 * The compiled formulas that requests work with, and the memory that they take, which holders share. The automata of
 * patterns grow while they read, long after the formula was let in. If all formulas together become too large, the
 * largest one is stopped of the holder that has the most.
 */
export class FormulaMemory {
  readonly #most: number;
  readonly #budget: Budget;
  readonly #uses = new Map<FormulaWeight, Map<string, Use>>();
  readonly #clock: Clock;
  #stopWeighing: (() => void) | undefined;

  constructor(most: number, share: number, clock: Clock = SYSTEM_CLOCK) {
    this.#most = most;
    this.#clock = clock;
    this.#budget = new Budget(most, share);
  }

  /** Takes memory for a formula of a request. Returns `undefined`, or why it cannot. */
  take(holder: Owner, weight: FormulaWeight, worker: Worker): Refusal | undefined {
    const uses = this.#uses.get(weight) ?? new Map<string, Use>();
    const known = uses.get(holder.id);
    if (known !== undefined) {
      known.workers.add(worker);
      return undefined;
    }
    const bytes = bytesOf(weight);
    const refusal = this.#budget.take(holder, bytes);
    if (refusal !== undefined) return refusal;
    uses.set(holder.id, { holder, weight, workers: new Set([worker]), bytes, isStopped: false });
    this.#uses.set(weight, uses);
    if (weight.growing.length > 0) {
      this.#stopWeighing ??= every(LOOK_MS, () => this.weigh(), this.#clock);
    }
    return undefined;
  }

  give({ id }: Owner, weight: FormulaWeight, worker: Worker): void {
    const uses = this.#uses.get(weight);
    const use = uses?.get(id);
    if (uses === undefined || use === undefined) return;
    use.workers.delete(worker);
    if (use.workers.size > 0) return;
    this.#budget.give(use.holder, use.bytes);
    uses.delete(id);
    if (uses.size === 0) this.#uses.delete(weight);
    if (this.#uses.size > 0) return;
    this.#stopWeighing?.();
    this.#stopWeighing = undefined;
  }

  /** Weighs all formulas anew, and stops as many as there are too many. */
  weigh(): void {
    const uses = [...this.#uses.values()].flatMap((some) => [...some.values()]);
    let left = this.#most;
    for (const use of uses) {
      const bytes = bytesOf(use.weight);
      // Less than nothing is given back if it has grown.
      this.#budget.give(use.holder, use.bytes - bytes);
      use.bytes = bytes;
      // One that is stopped already gives its memory back soon.
      if (!use.isStopped) left -= bytes;
    }
    if (left >= 0) return;
    const shareOf = ({ holder }: Use): number => this.#budget.heldBy(holder) / holder.weight;
    uses.sort((a, b) => shareOf(b) - shareOf(a) || b.bytes - a.bytes);
    for (const use of uses) {
      if (left >= 0) return;
      if (use.isStopped) continue;
      use.isStopped = true;
      left += use.bytes;
      const reason = use.bytes > this.#most ? "alone" : "together";
      for (const worker of use.workers) worker.stop(reason);
    }
  }
}
