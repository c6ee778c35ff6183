// This folder sends answers: records and problems, in the format and encoding that the client wants.

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { callBack } from "../../../data/stores/call-back.ts";
import { type Clock, SYSTEM_CLOCK } from "../../../data/stores/clock.ts";
import { every } from "../every.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { ProblemError } from "../problem.ts";

/** The number of requests, of all connections, that wait for the answers before them. */
let allWaiting = 0;

/**
 * A connection, with its answers that are not whole. They are worked on one after the other. It has one timer for all
 * of them, and calls each of them if it ends: Node does not report the end of a connection to an answer that waits for
 * others before it.
 */
class Connection {
  readonly #socket: Socket;
  /** The callbacks of each answer that is not whole. */
  readonly #answers = new Map<ServerResponse, Set<() => void>>();
  readonly #waiting: (() => void)[] = [];
  #stopWatching: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once("close", () => {
      for (const response of [...this.#answers.keys()]) this.#close(response);
      this.#unwatch();
    });
  }

  whenClosed(response: ServerResponse, listener: () => void): void {
    if (response.closed || this.#socket.destroyed) {
      listener();
      return;
    }
    this.#callbacksOf(response).add(listener);
  }

  async turn(response: ServerResponse): Promise<void> {
    this.whenClosed(response, () => undefined);
    if (this.#answers.size > 1) await this.#wait();
    const { destroyed, writableEnded } = this.#socket;
    if (destroyed || writableEnded) {
      throw new ProblemError("bad-request", "the connection is closed");
    }
  }

  watch(stallMs: number, clock: Clock): void {
    // A request may come to be worked on after its connection has ended. Nothing would end its timer.
    if (this.#stopWatching !== undefined || this.#socket.destroyed) return;
    let written = this.#socket.bytesWritten;
    let queued = this.#socket.writableLength;
    let stalled = 0;
    const look = (): void => {
      const { bytesWritten, writableLength } = this.#socket;
      const hasMoved = bytesWritten !== written || writableLength !== queued;
      stalled = writableLength > 0 && !hasMoved ? stalled + 1 : 0;
      if (stalled === 2) breakOff(this.#socket);
      written = bytesWritten;
      queued = writableLength;
    };
    // It takes two looks to find a stalled client. If the process itself was busy, the second look sees what the
    // client has read meanwhile.
    this.#stopWatching = every(stallMs / 2, look, clock);
  }

  async #wait(): Promise<void> {
    if (this.#waiting.length > SERVICE_LIMITS.pipelinedInAll - allWaiting) {
      breakOff(this.#socket);
      return;
    }
    allWaiting++;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length > SERVICE_LIMITS.pipelined) this.#socket.pause();
    });
    allWaiting--;
    if (this.#waiting.length === SERVICE_LIMITS.pipelined) this.#socket.resume();
  }

  #callbacksOf(response: ServerResponse): Set<() => void> {
    const known = this.#answers.get(response);
    if (known !== undefined) return known;
    const callbacks = new Set<() => void>();
    this.#answers.set(response, callbacks);
    response.once("close", () => this.#close(response));
    return callbacks;
  }

  #close(response: ServerResponse): void {
    const callbacks = this.#answers.get(response);
    if (callbacks === undefined) return;
    this.#answers.delete(response);
    for (const callback of callbacks) callBack(callback);
    this.#waiting.shift()?.();
    if (this.#answers.size === 0) this.#unwatch();
  }

  #unwatch(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }
}

const connections = new WeakMap<Socket, Connection>();

function connectionOf(socket: Socket): Connection {
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
 * Waits until a request may be worked on, that is, until the answers before it on its connection are sent.
 *
 * @throws {@link ProblemError} if the connection is gone, or has sent too many requests without reading their answers.
 */
export function turn(response: ServerResponse, socket: Socket): Promise<void> {
  return connectionOf(socket).turn(response);
}

/**
 * Breaks a connection off if its client reads nothing of its answers for too long. Otherwise a reader that stopped
 * would hold a cursor and memory for ever. A reader that is only slow is served.
 */
export function watchProgress(
  socket: Socket,
  stallMs: number = SERVICE_LIMITS.stallMs,
  clock: Clock = SYSTEM_CLOCK,
): void {
  connectionOf(socket).watch(stallMs, clock);
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
