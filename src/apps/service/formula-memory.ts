import { type Clock, every, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { weightOf } from "../../data/stores/fair-queue.ts";
import { bytesOf, type FormulaWeight } from "../../data/stores/formula-weight.ts";
import type { Owner } from "../../data/summary/index.ts";
import { Budget, type Refusal } from "./budget.ts";

/** Why a request must end: its own formula has grown too large, or all formulas of its holder together. */
export type Overgrown = "alone" | "together";

/** A request that uses formulas. */
interface Worker {
  /** Ends the request, since its formulas need too much memory. */
  stop(reason: Overgrown): void;
}

/** A formula in use by a holder's requests. It is charged once, regardless of their number. */
interface Use {
  readonly holder: Owner;
  readonly weight: FormulaWeight;
  readonly workers: Set<Worker>;
  /** Its bytes at the last measurement. */
  bytes: number;
  isStopped: boolean;
}

/** How often to measure formulas while one that may grow is in use, in milliseconds. */
const LOOK_MS = 50;

/**
 * The compiled formulas in use by requests, and their memory, which holders share. Automata of patterns grow while they
 * match, long after the request was admitted. If all formulas together become too large, the largest one of the holder
 * with the most memory is stopped.
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

  /** Charges a formula to a request. Returns `undefined` on success, or else the reason of the refusal. */
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

  /** Measures all formulas, and stops some if they exceed the limit. */
  weigh(): void {
    const uses = [...this.#uses.values()].flatMap((some) => [...some.values()]);
    let left = this.#most;
    for (const use of uses) {
      const bytes = bytesOf(use.weight);
      // The difference is negative if the formula has grown.
      this.#budget.give(use.holder, use.bytes - bytes);
      use.bytes = bytes;
      // A stopped formula will soon release its memory.
      if (!use.isStopped) left -= bytes;
    }
    if (left >= 0) return;
    const shareOf = ({ holder }: Use): number => this.#budget.heldBy(holder) / weightOf(holder);
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
