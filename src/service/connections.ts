import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { breakOff } from "./response/connection.ts";

/** The connections of a server, and the answers that each of them waits for. */
export class Connections {
  /** The answers of each connection that are not whole yet, in their order. */
  readonly #unanswered = new Map<Socket, Set<ServerResponse>>();
  #isStopping = false;

  /** Follows a server from its start. */
  follow(server: Server): void {
    server.on("connection", (socket: Socket) => {
      this.#unanswered.set(socket, new Set());
      socket.once("close", () => this.#unanswered.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      const answers = this.#unanswered.get(socket);
      answers?.add(response);
      response.once("close", () => {
        answers?.delete(response);
        if (this.#isStopping && answers?.size === 0) socket.destroySoon();
      });
    });
    // Node takes an answer as done when its end is written, even if it is not sent yet, and would cut it off.
    server.closeIdleConnections = () => this.#stop();
  }

  /**
   * Whether a client would understand an answer that is sent now, to a request that cannot be read. If other requests
   * of the connection still wait, the client would take it for one of their answers, or for a part of one.
   */
  isNext(socket: Socket): boolean {
    const [first, ...others] = this.#unanswered.get(socket) ?? [];
    if (first === undefined) return true;
    return others.length === 0 && !first.req.complete && !first.headersSent;
  }

  /** Breaks off every answer that is not whole. */
  breakOff(): void {
    for (const [socket, answers] of this.#unanswered) {
      if (answers.size > 0) breakOff(socket);
    }
  }

  /** Ends connections that wait for no answer. The others end after their last answer. */
  #stop(): void {
    this.#isStopping = true;
    for (const [socket, answers] of this.#unanswered) {
      if (answers.size === 0) socket.destroySoon();
    }
  }
}
