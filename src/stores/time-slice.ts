import { performance } from "node:perf_hooks";
import { STORE_LIMITS } from "./limits.ts";
import { StoreError } from "./store.ts";
import { type Owner, Turns } from "./turns.ts";

/** How long work goes on before the event loop has a turn, in milliseconds. */
const STRETCH = 10;

/** A stretch of work is not shorter, unless there is no more work. */
const SHORTEST = 1;

/** Work that waits, and how long it took before. */
interface Waiter {
  readonly used: number;
  readonly go: () => void;
}

/** The work of an owner that waits, the longest waiting first. */
interface Waiting {
  readonly owner: Owner;
  readonly waiters: Waiter[];
  /** How many turns its work has had since the owner began to wait. */
  turns: number;
}

/** Of so many turns of an owner, one goes to the work that waits longest: otherwise short work could keep it waiting for ever. */
const OLDEST_ONE_IN = 4;

/**
 * The line in which all long work of the program waits for the event loop. One piece of work goes on after each turn of
 * the loop, and not one of each. Owners take turns by their weights, however much each of them has to do. Of an owner's
 * work, the one that has taken the least time goes first, so that short work passes long work, but for some turns.
 */
class WaitingLine {
  readonly #owners = new Map<string, Waiting>();
  readonly #turns = new Turns();
  #isRunning = false;

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  pass(owner: Owner, used: number): Promise<void> {
    return new Promise((go) => {
      const waiting = this.#owners.get(owner.id);
      if (waiting === undefined)
        this.#owners.set(owner.id, { owner, waiters: [{ used, go }], turns: 0 });
      else waiting.waiters.push({ used, go });
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => this.#step());
    });
  }

  #step(): void {
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
    first.go();
    this.#isRunning = !this.isEmpty;
    if (this.#isRunning) setImmediate(() => this.#step());
    else this.#turns.clear();
  }
}

/** The owner of work that names none. */
const NOBODY: Owner = { id: "", weight: 1 };

/** There is one, because a program has one event loop. It only holds what waits at the moment. */
const line = new WaitingLine();

/**
 * Divides long work in memory into stretches, so that it does not hold up everything else, and ends it when it may not
 * go on.
 */
export class TimeSlice {
  readonly #mayGoOn: (() => void) | undefined;
  readonly #timeoutMs: number;
  readonly #owner: Owner;
  /** How long it has waited for its turns. */
  #waited = 0;
  /** When the event loop had its last turn. If others wait already, new work must wait behind them first. */
  #turnAt = performance.now() - (line.isEmpty ? 0 : STRETCH);
  /** How long the work took before the last `resume`, without the time of the reader and of others. */
  #usedBefore = 0;
  #since = performance.now();

  /**
   * @param mayGoOn throws if the work has to end
   * @param timeoutMs how long it may work
   * @param owner whose work it is: owners take turns
   */
  constructor(mayGoOn?: () => void, timeoutMs = Number.POSITIVE_INFINITY, owner = NOBODY) {
    this.#mayGoOn = mayGoOn;
    this.#timeoutMs = timeoutMs;
    this.#owner = owner;
  }

  /**
   * Whether a turn is due. It throws if the work has to end.
   *
   * @param nextMs how long the next piece of work may take
   */
  isDue(nextMs = 0): boolean {
    this.#mayGoOn?.();
    const now = performance.now();
    if (this.#usedBefore + now - this.#since > this.#timeoutMs) {
      throw new StoreError("timeout", `the query took longer than ${this.#timeoutMs} ms`);
    }
    // A piece that may be long begins soon after a turn, but many short pieces do not need a turn each.
    return now - this.#turnAt > Math.max(STRETCH - nextMs, SHORTEST);
  }

  /**
   * Lets all other work have its turn.
   *
   * @throws {@link StoreError} `busy` if there is so much other work that it has waited too long
   */
  async turn(): Promise<void> {
    this.pause();
    const from = performance.now();
    await line.pass(this.#owner, this.#usedBefore);
    this.#turnAt = performance.now();
    this.#waited += this.#turnAt - from;
    const most = Math.max(this.#timeoutMs, STORE_LIMITS.waitMs);
    if (this.#waited > most) {
      throw new StoreError("busy", `the query waited for others for more than ${most} ms`);
    }
    this.resume();
  }

  /** How much longer work may go on before a turn is due, in milliseconds. */
  get left(): number {
    return STRETCH - (performance.now() - this.#turnAt);
  }

  /** Stops the clock while the reader works. (The event loop need not have a turn meanwhile.) */
  pause(): void {
    this.#usedBefore += performance.now() - this.#since;
  }

  resume(): void {
    this.#mayGoOn?.();
    this.#since = performance.now();
  }
}
