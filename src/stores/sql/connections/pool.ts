import { setMaxListeners } from "node:events";
import { StoreError } from "../../store.ts";
import type { Session } from "./session.ts";
import { until } from "./until.ts";

export interface PoolOptions<S> {
  /** Sessions at once. */
  readonly most: number;
  /** How long a call waits for one. */
  readonly waitMs: number;
  readonly open: () => Promise<S>;
}

/** A session that somebody holds. */
export interface Lease<S> {
  readonly session: S;
  /** Whether it was opened for this: one that waited may have been cut off meanwhile without a word. */
  readonly isFresh: boolean;
}

/** Keeps sessions for the next who needs one. None is given to two, and none whose state is not known. */
export class Pool<S extends Session> {
  readonly #options: PoolOptions<S>;
  /** The one used last is at the end. */
  readonly #idle: S[] = [];
  /** Those who wait for a place, in their order. */
  readonly #queue = new Set<() => void>();
  readonly #closing = new AbortController();
  #taken = 0;
  #closed: Promise<void> | undefined;
  #whenEmpty: (() => void) | undefined;

  constructor(options: PoolOptions<S>) {
    this.#options = options;
    // One for each call.
    setMaxListeners(0, this.closing);
  }

  /** Aborts when the pool is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  async acquire(signal: AbortSignal): Promise<Lease<S>> {
    const signals = [signal, this.closing];
    for (const one of signals) one.throwIfAborted();
    if (this.#taken < this.#options.most) this.#taken++;
    else await this.#place(signals);
    const idle = this.#takeIdle();
    if (idle !== undefined) return { session: idle, isFresh: false };
    const opening = this.#options.open();
    try {
      return { session: await until(opening, signals), isFresh: true };
    } catch (error) {
      // It may still open for somebody who has gone.
      opening.then(
        (session) => this.release(session),
        () => this.#free(),
      );
      throw error;
    }
  }

  /** Takes a session back, once what was begun on it has ended. */
  release(session: S, ending?: Promise<void>): void {
    if (ending === undefined) this.#takeBack(session);
    else ending.then(() => this.#takeBack(session));
  }

  /** Ends what runs: whoever holds a session sees `closing`, and gives it back. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new StoreError("unavailable", "the store is closed"));
    const ends = this.#idle.splice(0).map((session) => session.end());
    if (this.#taken > 0) {
      await new Promise<void>((resolve) => {
        this.#whenEmpty = resolve;
      });
    }
    await Promise.all(ends);
  }

  #takeIdle(): S | undefined {
    for (;;) {
      const session = this.#idle.pop();
      if (session === undefined || !session.isBroken) return session;
      session.end();
    }
  }

  #takeBack(session: S): void {
    if (session.isBroken) {
      // The others were cut off as well, where the server was restarted: they are not worth a try.
      for (const other of this.#idle.splice(0)) other.end();
      session.end();
      this.#free();
    } else if (this.closing.aborted) {
      session.end().then(() => this.#free());
    } else {
      this.#idle.push(session);
      this.#free();
    }
  }

  #free(): void {
    for (const next of this.#queue) {
      this.#queue.delete(next);
      next();
      return;
    }
    this.#taken--;
    if (this.#taken === 0) this.#whenEmpty?.();
  }

  /** Waits until somebody gives a place up. */
  async #place(signals: readonly AbortSignal[]): Promise<void> {
    let next: () => void = () => undefined;
    let isMine = false;
    const place = new Promise<void>((resolve) => {
      next = () => {
        isMine = true;
        resolve();
      };
    });
    this.#queue.add(next);
    const { waitMs, most } = this.#options;
    const error = (): Error =>
      new StoreError("busy", `none of the ${most} connections was free within ${waitMs} ms`);
    try {
      await until(place, signals, { milliseconds: waitMs, error });
    } catch (thrown) {
      // Both may come at once.
      if (!this.#queue.delete(next) && isMine) this.#free();
      throw thrown;
    }
  }
}
