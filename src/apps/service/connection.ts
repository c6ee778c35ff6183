import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { callBack } from "../../data/stores/call-back.ts";
import { type Clock, every, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { ProblemError } from "./http-problem.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** How long a connection may stay open after its last response, in milliseconds, so that its client can read it. */
const LINGER_MS = 2_000;

/** How often the progress of a reader is checked within the stall limit. */
const CHECKS = 5;

/** A request with an incomplete response. */
interface Unanswered {
  /** Called once, when the response has ended or the connection is closed. */
  readonly listeners: Set<() => void>;
  /** Lets the request be processed. */
  start?: () => void;
}

/**
 * A client's connection with its pending requests, which are processed one after the other. Node does not report a
 * closed connection to a response that is queued behind others, so this class does.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #unanswered = new Map<ServerResponse, Unanswered>();
  /** The number of consecutive checks at which the client had read nothing. */
  #stalledChecks = 0;
  #stopChecks: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once("close", () => {
      for (const response of [...this.#unanswered.keys()]) this.#settle(response);
      this.#unwatch();
    });
  }

  /** Adds a request. Returns false if the client has pipelined too many requests. */
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

  get stalledChecks(): number {
    return this.#stalledChecks;
  }

  /**
   * Whether an immediate response to an unreadable request would be understood. If other requests are pending, the
   * client would take it for one of their responses, or for a part of one.
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
   * Waits until earlier responses were sent.
   *
   * @throws {@link ProblemError} if the connection is closed
   */
  async waitForEarlier(response: ServerResponse): Promise<void> {
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
   * Aborts the connection if its client reads nothing for too long. Otherwise a stalled reader would hold a cursor and
   * memory forever. A slow reader is tolerated.
   */
  watch(stallMs: number = SERVICE_LIMITS.stallMs, clock: Clock = SYSTEM_CLOCK): void {
    // Nothing would stop the checks of a closed connection.
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
    // If the process itself was busy, the next check sees the client's progress.
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

/** Calls back once, when a response has ended or its connection is closed. */
export function whenClosed(response: ServerResponse, socket: Socket, listener: () => void): void {
  connectionOf(socket).whenClosed(response, listener);
}

/**
 * Aborts a connection so that an incomplete response is recognized. In HTTP/1.0, a closed connection marks the end of
 * the response, so the connection is reset.
 */
export function breakOff(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Only TCP supports a reset. With TLS, an aborted connection is always recognized.
    socket.destroy();
  }
}

/**
 * Ends a connection after some last bytes. It is closed when the client closes its side, or soon. If it were closed at
 * once while the client sends more, the system would discard unsent bytes of earlier responses.
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
