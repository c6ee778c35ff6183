import type { Owner } from "../../../summary/index.ts";
import { type Clock, every } from "../../clock.ts";
import { NOBODY, VirtualTime, weightOf } from "../../fair-queue.ts";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";

/** A permit to hold a connection. */
export class ConnectionPermit {
  readonly owner: Owner | undefined;
  readonly #clock: Clock;
  #leave: (() => void) | undefined;
  #pausedAt = 0;
  #isLeaving = false;

  constructor(owner: Owner | undefined, clock: Clock) {
    this.owner = owner;
    this.#clock = clock;
  }

  /**
   * Marks that the reader is busy with the current batch.
   *
   * @param leave releases the permit, if others need it before the reader resumes
   */
  pause(leave: () => void): void {
    this.#leave = leave;
    this.#pausedAt = this.#clock.now();
  }

  resume(): void {
    this.#leave = undefined;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** How long the reader has left the connection idle, in milliseconds. */
  get pausedMs(): number {
    return this.#leave === undefined ? 0 : this.#clock.now() - this.#pausedAt;
  }

  leave(): void {
    const leave = this.#leave;
    this.#leave = undefined;
    this.#isLeaving = leave !== undefined;
    leave?.();
  }
}

interface PermitRequest {
  readonly owner: Owner | undefined;
  readonly give: (permit: ConnectionPermit) => void;
}

/** The fraction of the longest wait after which an idle reader's permit may be revoked. */
const SLOW_PART = 1 / 4;
const LOOKS = 10;

/**
 * The permits of a pool, shared by owners. The last free permit is for an owner that has none, the next one goes to the
 * owner with the fewest for its weight, and an idle reader loses its permit to an owner that has fewer. Ties are
 * decided by virtual time. With ten permits, granting one to one of 2,000 queued callers takes 0.4 ms.
 */
export class ConnectionPermits {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #clock: Clock;
  readonly #taken = new Set<ConnectionPermit>();
  /** The queued callers, in order of arrival. */
  readonly #waiting = new Set<PermitRequest>();
  readonly #virtualTime = new VirtualTime();

  constructor(most: number, waitMs: number, clock: Clock) {
    this.#most = most;
    this.#waitMs = waitMs;
    this.#clock = clock;
  }

  get taken(): number {
    return this.#taken.size;
  }

  /** @throws {@link StoreError} `busy` if no permit was free in time; the signal's reason if it aborts */
  async take(owner: Owner | undefined, signals: readonly AbortSignal[]): Promise<ConnectionPermit> {
    return this.#mayTake(owner) ? this.#add(owner) : await this.#wait(owner, signals);
  }

  give(permit: ConnectionPermit): void {
    this.#taken.delete(permit);
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next);
      this.#virtualTime.take(next.owner ?? NOBODY);
      next.give(this.#add(next.owner));
    }
    if (this.#waiting.size === 0) this.#virtualTime.clear();
  }

  #add(owner: Owner | undefined): ConnectionPermit {
    const permit = new ConnectionPermit(owner, this.#clock);
    this.#taken.add(permit);
    return permit;
  }

  #heldBy(owner: Owner | undefined): number {
    let held = 0;
    for (const permit of this.#taken) if (permit.owner?.id === owner?.id) held++;
    return held;
  }

  #shareOf(owner: Owner | undefined): number {
    return this.#heldBy(owner) / weightOf(owner ?? NOBODY);
  }

  #mayTake(owner: Owner | undefined): boolean {
    const free = this.#most - this.#taken.size;
    return free > 1 || (free === 1 && (owner === undefined || this.#heldBy(owner) === 0));
  }

  #next(): PermitRequest | undefined {
    let next: PermitRequest | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let first = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const share = this.#shareOf(waiting.owner);
      const due = this.#virtualTime.due(waiting.owner ?? NOBODY);
      if (share > fewest || (share === fewest && due >= first)) continue;
      if (!this.#mayTake(waiting.owner)) continue;
      next = waiting;
      fewest = share;
      first = due;
    }
    return next;
  }

  async #wait(
    owner: Owner | undefined,
    signals: readonly AbortSignal[],
  ): Promise<ConnectionPermit> {
    let give = (_: ConnectionPermit): void => undefined;
    const given = new Promise<ConnectionPermit>((resolve) => {
      give = resolve;
    });
    const waiting = { owner, give };
    this.#waiting.add(waiting);
    const error = (): Error =>
      new StoreError(
        "busy",
        `none of the ${this.#most} connections was free within ${this.#waitMs} ms`,
      );
    const clock = this.#clock;
    const cancelLook = every(this.#waitMs / LOOKS, () => this.#takeFromSlow(owner), clock);
    try {
      return await withTimeout(given, signals, { milliseconds: this.#waitMs, error, clock });
    } catch (thrown) {
      // A permit that was granted at the same moment is released.
      if (!this.#waiting.delete(waiting)) given.then((permit) => this.give(permit));
      throw thrown;
    } finally {
      cancelLook();
    }
  }

  /**
   * Revokes the permit of the slowest reader of the owner with the largest share, if that exceeds the caller's share.
   * An owner loses its only permit only to an owner that has none.
   */
  #takeFromSlow(owner: Owner | undefined): void {
    const leaving = [...this.#taken].filter(({ isLeaving }) => isLeaving).length;
    if (leaving >= this.#waiting.size) return;
    const hasNone = this.#heldBy(owner) === 0;
    let slow: ConnectionPermit | undefined;
    let most = this.#shareOf(owner);
    for (const permit of this.#taken) {
      if (permit.pausedMs < this.#waitMs * SLOW_PART) continue;
      if (!hasNone && this.#heldBy(permit.owner) === 1) continue;
      const share = this.#shareOf(permit.owner);
      const isSlower = share === most && slow !== undefined && permit.pausedMs > slow.pausedMs;
      if (share <= most && !isSlower) continue;
      slow = permit;
      most = share;
    }
    slow?.leave();
  }
}
