import { once } from "node:events";
import type { Socket } from "node:net";
import { closed, openSocket } from "./client.ts";
import { eventually } from "./waiting.ts";

// Clients who read no more of an answer than its beginning.

/** Asks on a connection of its own, and reads nothing yet. */
export async function begin(
  port: number,
  path: string,
  ...headers: readonly string[]
): Promise<Socket> {
  const socket = await openSocket(port);
  socket.pause();
  socket.write([`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n"));
  return socket;
}

/** The first bytes of an answer; nothing more is read then. Empty if the connection ends without an answer. */
export async function firstBytes(socket: Socket): Promise<string> {
  const first = once(socket, "data").then(([bytes]: Buffer[]) => bytes?.toString("latin1") ?? "");
  const ended = closed(socket).then(() => "");
  ended.catch(() => undefined);
  socket.resume();
  const received = await eventually("the beginning of an answer", Promise.race([first, ended]));
  socket.pause();
  return received;
}

/** The status of an answer whose body may go on. */
export async function statusOf(socket: Socket): Promise<number> {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await firstBytes(socket))?.[1]);
}
