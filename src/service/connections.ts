import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { breakOff } from "./response/break-off.ts";

/** What the connections of a server wait for. */
export class Connections {
  /** The answers of a connection that are not whole yet, in their order. */
  readonly #unanswered = new Map<Socket, Set<ServerResponse>>();

  /** Remembers an answer until it is whole, or broken off. */
  note(socket: Socket, response: ServerResponse): void {
    const answers = this.#unanswered.get(socket) ?? new Set();
    this.#unanswered.set(socket, answers.add(response));
    response.once("close", () => {
      answers.delete(response);
      if (answers.size === 0) this.#unanswered.delete(socket);
    });
  }

  /**
   * Whether what is said now is the answer to what cannot be read. Where other requests of the connection still wait for their
   * answers it would be taken for theirs, or stand in the middle of one.
   */
  isNext(socket: Socket): boolean {
    const [first, ...others] = this.#unanswered.get(socket) ?? [];
    if (first === undefined) return true;
    return others.length === 0 && !first.req.complete && !first.headersSent;
  }

  /** Breaks off every answer that is not whole. */
  breakOff(): void {
    for (const socket of this.#unanswered.keys()) breakOff(socket);
  }
}
