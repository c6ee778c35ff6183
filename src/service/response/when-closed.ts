import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What is to be done when a connection is gone, for the answers of it that are not whole. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once, when an answer is whole or its connection is gone. To an answer that waits for others before it on the same
 * connection Node tells nothing of that.
 */
export function whenClosed(response: ServerResponse, socket: Socket, listener: () => void): void {
  const callbacks = waiting.get(socket) ?? follow(socket);
  const once = (): void => {
    if (callbacks.delete(once)) listener();
  };
  callbacks.add(once);
  response.once("close", once);
  if (response.closed || socket.destroyed) once();
}

function follow(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(socket, callbacks);
  socket.once("close", () => {
    for (const callback of callbacks) callback();
  });
  return callbacks;
}
