// This folder sends answers: records and problems, in the format and encoding that the client wants.

import type { Socket } from "node:net";

/**
 * Ends a connection in a way that no client takes for the end of an answer. To HTTP/1.0 an answer ends where the
 * connection does, so the connection is reset.
 */
export function breakOff(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Only TCP can be reset: TLS tells of its end by itself.
    socket.destroy();
  }
}
