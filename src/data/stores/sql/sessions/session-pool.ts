import { setMaxListeners } from "node:events";
import type { Owner } from "../../../summary/index.ts";
import { type Clock, SYSTEM_CLOCK } from "../../clock.ts";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import { type ConnectionPermit, ConnectionPermits } from "./connection-permits.ts";
import type { Session } from "./session.ts";

export interface PoolOptions<S> {
  /** The most concurrent sessions. */
  readonly most: number;
  /** How long a call waits for a session, in milliseconds. */
  readonly waitMs: number;
  readonly clock?: Clock;
  /** Opens a session. May give up once a signal aborts. */
  readonly open: (signals: readonly AbortSignal[]) => Promise<S>;
  /** Whether a used session may be reused. Default: always. */
  readonly canReuse?: (session: S) => boolean | Promise<boolean>;
}

/** A leased session. */
export interface SessionLease<S> {
  readonly session: S;
  /** Whether it was opened for this call: an idle one may have lost its connection unnoticed. */
  readonly isFresh: boolean;
  readonly permit: ConnectionPermit;
}

/** A pool of sessions. A session is leased to one caller at a time, and only if its state is known. */
export class Pool<S extends Session> {
  readonly clock: Clock;
  readonly #options: PoolOptions<S>;
  /** Least recently used first. */
  readonly #idle: S[] = [];
  readonly #permits: ConnectionPermits;
  /** The permits of leased sessions. */
  readonly #held = new Map<S, ConnectionPermit>();
  readonly #closing = new AbortController();
  /** Sessions being closed. */
  readonly #ends = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;
  #whenEmpty: (() => void) | undefined;

  constructor(options: PoolOptions<S>) {
    const { most, waitMs, clock = SYSTEM_CLOCK } = options;
    this.clock = clock;
    this.#options = options;
    this.#permits = new ConnectionPermits(most, waitMs, clock);
    // Each call adds a listener.
    setMaxListeners(0, this.closing);
  }

  /** Aborts when the pool is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** A pool for one additional session, which callers of this pool cannot get. */
  withOne(): Pool<S> {
    return new Pool({ ...this.#options, most: 1 });
  }

  /**
   * @param owner the owner of the call: owners share the sessions
   * @throws {@link StoreError} `busy` if no session was free in time; the signal's reason if it aborts
   */
  async acquire(signal: AbortSignal, owner?: Owner): Promise<SessionLease<S>> {
    const signals = [signal, this.closing];
    for (const one of signals) one.throwIfAborted();
    const permit = await this.#permits.take(owner, signals);
    const opening = this.#takeOrOpen(permit, signals);
    try {
      return await withTimeout(opening, signals);
    } catch (error) {
      // The session may open after its caller has gone.
      opening.then(
        ({ session }) => this.release(session),
        () => this.#give(permit),
      );
      throw error;
    }
  }

  /** Returns a session to the pool, once `ending` has resolved. */
  release(session: S, ending?: Promise<void>): void {
    if (ending === undefined) this.#takeBack(session);
    else ending.then(() => this.#takeBack(session));
  }

  /** Closes the pool: holders of sessions see `closing`, and release them. Resolves once all sessions have ended. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new StoreError("unavailable", "the store is closed"));
    this.#endIdle();
    if (this.#permits.taken > 0) {
      await new Promise<void>((resolve) => {
        this.#whenEmpty = resolve;
      });
    }
    while (this.#ends.size > 0) await Promise.all(this.#ends);
  }

  async #takeOrOpen(
    permit: ConnectionPermit,
    signals: readonly AbortSignal[],
  ): Promise<SessionLease<S>> {
    const { session, isFresh } = await this.#idleOrNew(signals);
    this.#held.set(session, permit);
    return { session, isFresh, permit };
  }

  async #idleOrNew(signals: readonly AbortSignal[]): Promise<Omit<SessionLease<S>, "permit">> {
    const { open, canReuse } = this.#options;
    for (let session = this.#idle.pop(); session !== undefined; session = this.#idle.pop()) {
      let isReusable = false;
      try {
        isReusable = !session.isBroken && (canReuse === undefined || (await canReuse(session)));
      } finally {
        if (!isReusable) this.#end(session);
      }
      if (isReusable) return { session, isFresh: false };
    }
    return { session: await open(signals), isFresh: true };
  }

  #takeBack(session: S): void {
    const permit = this.#held.get(session);
    this.#held.delete(session);
    if (session.isBroken) {
      // After a server restart, the other idle connections are lost too.
      this.#endIdle();
      this.#end(session);
    } else if (this.closing.aborted) this.#end(session);
    else this.#idle.push(session);
    if (permit !== undefined) this.#give(permit);
  }

  #give(permit: ConnectionPermit): void {
    this.#permits.give(permit);
    if (this.#permits.taken === 0) this.#whenEmpty?.();
  }

  #endIdle(): void {
    for (const session of this.#idle.splice(0)) this.#end(session);
  }

  #end(session: S): void {
    const end = session.end().finally(() => this.#ends.delete(end));
    this.#ends.add(end);
  }
}
