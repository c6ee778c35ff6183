import type { ServerResponse } from "node:http";

/**
 * Breaks an answer off when its client takes nothing of it for too long: a reader that stopped would hold a cursor and a
 * connection for ever. A slow reader is not a reader that stopped.
 */
export function watchProgress(response: ServerResponse, stallMs: number): void {
  const { socket } = response;
  if (socket === null) return;
  let written = socket.bytesWritten;
  let queued = response.writableLength;
  const timer = setInterval(() => {
    const isWaiting = response.writableNeedDrain || socket.writableLength > 0;
    const hasMoved = socket.bytesWritten !== written || response.writableLength !== queued;
    if (isWaiting && !hasMoved) response.destroy();
    written = socket.bytesWritten;
    queued = response.writableLength;
  }, stallMs);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}
