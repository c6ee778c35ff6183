import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { breakOff } from "./break-off.ts";
import { whenClosed } from "./when-closed.ts";

/**
 * Breaks an answer off when its client takes nothing of it for too long: a reader that stopped would hold a cursor and
 * a connection for ever. A slow reader is not a reader that stopped.
 */
export function watchProgress(response: ServerResponse, socket: Socket, stallMs: number): void {
  let written = socket.bytesWritten;
  let queued = response.writableLength;
  const timer = setInterval(() => {
    // It has no socket while it waits for the answers before it on the same connection.
    const isWaiting =
      response.socket !== null && (response.writableNeedDrain || socket.writableLength > 0);
    const hasMoved = socket.bytesWritten !== written || response.writableLength !== queued;
    if (isWaiting && !hasMoved) breakOff(socket);
    written = socket.bytesWritten;
    queued = response.writableLength;
  }, stallMs);
  timer.unref();
  whenClosed(response, socket, () => clearInterval(timer));
}
