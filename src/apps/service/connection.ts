import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { callBack } from "../../data/stores/call-back.ts";
import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { every } from "./every.ts";
import { SERVICE_LIMITS } from "./limits.ts";
import { ProblemError } from "./problem.ts";

/** How long a connection stays open after its last answer at most, in milliseconds, so that its client can read it. */
const LINGER_MS = 2_000;

/** How often the progress of a reader is checked within the stall limit. */
const CHECKS = 5;

/** A request whose answer is not whole. */
interface Unanswered {
  /** Called once, when the answer is whole or the connection is gone. */
  readonly listeners: Set<() => void>;
  /** Lets work on the request begin. */
  start?: () => void;
}

/**
 * A client's connection, and its requests that are not answered. They are worked on one after the other. Node does not
 * report the end of a connection to a response that waits for others before it, so the connection does.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #unanswered = new Map<ServerResponse, Unanswered>();
  /** At how many checks in a row the client had read nothing of what waits for it. */
  #stalledChecks = 0;
  #stopChecks: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once("close", () => {
      for (const response of [...this.#unanswered.keys()]) this.#settle(response);
      this.#unwatch();
    });
  }

  /** Adds a request. Returns whether the client may send it: it must not be too far ahead of its answers. */
  add(response: ServerResponse): boolean {
    if (!this.#unanswered.has(response)) {
      this.#unanswered.set(response, { listeners: new Set() });
      response.once("close", () => this.#settle(response));
    }
    return this.#unanswered.size - 1 <= SERVICE_LIMITS.pipelined;
  }

  get isIdle(): boolean {
    return this.#unanswered.size === 0;
  }

  /** The number of checks since which the client has read nothing. */
  get stalledChecks(): number {
    return this.#stalledChecks;
  }

  /**
   * Whether a client would understand an answer that is sent now, to a request that cannot be read. If other requests
   * wait, the client would take it for one of their answers, or for a part of one.
   */
  get isNext(): boolean {
    const [first, ...others] = this.#unanswered.keys();
    if (first === undefined) return true;
    return others.length === 0 && !first.req.complete && !first.headersSent;
  }

  whenClosed(response: ServerResponse, listener: () => void): void {
    if (response.closed || this.#socket.destroyed) {
      listener();
      return;
    }
    this.add(response);
    this.#unanswered.get(response)?.listeners.add(listener);
  }

  /**
   * Waits until the answers before this one are sent.
   *
   * @throws {@link ProblemError} if the connection is gone.
   */
  async turn(response: ServerResponse): Promise<void> {
    this.add(response);
    const [first] = this.#unanswered.keys();
    const entry = this.#unanswered.get(response);
    if (first !== response && entry !== undefined) {
      await new Promise<void>((resolve) => {
        entry.start = resolve;
      });
    }
    const { destroyed, writableEnded } = this.#socket;
    if (destroyed || writableEnded) {
      throw new ProblemError("bad-request", "the connection is closed");
    }
  }

  /**
   * Breaks the connection off if its client reads nothing of its answers for too long. Otherwise a reader that stopped
   * would hold a cursor and memory for ever. A reader that is only slow is served.
   */
  watch(stallMs: number = SERVICE_LIMITS.stallMs, clock: Clock = SYSTEM_CLOCK): void {
    // Nothing would stop the checks of a connection that has ended.
    if (this.#stopChecks !== undefined || this.#socket.destroyed) return;
    let { bytesWritten: written, writableLength: queued } = this.#socket;
    const check = (): void => {
      const { bytesWritten, writableLength } = this.#socket;
      const hasMoved = bytesWritten !== written || writableLength !== queued;
      this.#stalledChecks = writableLength > 0 && !hasMoved ? this.#stalledChecks + 1 : 0;
      if (this.#stalledChecks === CHECKS) breakOff(this.#socket);
      written = bytesWritten;
      queued = writableLength;
    };
    // If the process itself was busy, the next check sees what the client has read meanwhile.
    this.#stopChecks = every(stallMs / CHECKS, check, clock);
  }

  #settle(response: ServerResponse): void {
    const entry = this.#unanswered.get(response);
    if (entry === undefined) return;
    this.#unanswered.delete(response);
    for (const listener of entry.listeners) callBack(listener);
    entry.start?.();
    const [next] = this.#unanswered.values();
    if (next === undefined) this.#unwatch();
    else next.start?.();
  }

  #unwatch(): void {
    this.#stopChecks?.();
    this.#stopChecks = undefined;
    this.#stalledChecks = 0;
  }
}

const connections = new WeakMap<Socket, Connection>();

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = new Connection(socket);
  connections.set(socket, connection);
  return connection;
}

/** Calls back once, when an answer is whole or its connection is gone. */
export function whenClosed(response: ServerResponse, socket: Socket, listener: () => void): void {
  connectionOf(socket).whenClosed(response, listener);
}

/**
 * Ends a connection so that no client takes this for the end of an answer. In HTTP/1.0 the end of the connection is the
 * end of the answer, so the connection is reset.
 */
export function breakOff(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Only TCP can be reset. In TLS, a client knows the end of a connection in any case.
    socket.destroy();
  }
}

/**
 * Ends a connection, with some last bytes. It is closed when the client closes its side, or soon. If it was closed at
 * once, and the client sent more, the system would throw away what it has not sent yet of the answers before.
 */
export function endSoon(socket: Socket, bytes: string, clock: Clock): void {
  if (socket.writableEnded) return;
  socket.end(bytes);
  socket.resume();
  socket.once(
    "close",
    clock.after(LINGER_MS, () => socket.destroy(), false),
  );
}
