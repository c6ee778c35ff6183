import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { closeAtEnd } from "./closing.ts";
import { keepFromLogs } from "./logs.ts";
import { eventually } from "./waiting.ts";

/** An answer, as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
  /** Whether the end of the body arrived. */
  readonly isWhole: boolean;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as it is where it is a text or bytes, as JSON otherwise. */
  readonly body?: unknown;
  /** The connection is kept, for the next one; a new one each time unless given. */
  readonly agent?: import("node:http").Agent;
}

/** Asks over HTTP and takes the answer as it is: nothing is followed, decoded or repeated. */
export function ask(address: string, asking: Asking = {}): Promise<Answer> {
  const { method = asking.body === undefined ? "GET" : "POST", headers = {}, body } = asking;
  noteFormulas(address, body);
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body === undefined;
  const payload = isRaw ? body : JSON.stringify(body);
  const all = isRaw ? headers : { "content-type": "application/json", ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      address,
      { method, headers: all, ...(asking.agent === undefined ? {} : { agent: asking.agent }) },
      (incoming) => {
        const chunks: Buffer[] = [];
        const done = (): void => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            rawHeaders: incoming.rawHeaders,
            body: bytes,
            text: bytes.toString(),
            isWhole: incoming.complete,
          });
        };
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", done);
        // A body that breaks off.
        incoming.on("error", done);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

export function jsonOf({ text }: Pick<Answer, "text">): unknown {
  return JSON.parse(text);
}

/** The formulas of what is asked, which no log may hold. */
function noteFormulas(address: string, body: unknown): void {
  const { searchParams } = new URL(address);
  for (const formula of searchParams.getAll("filterByFormula")) keepFromLogs(formula);
  if (typeof body === "object" && body !== null && "filterByFormula" in body) {
    keepFromLogs(body.filterByFormula);
  }
}

/** The query string of parameters. */
export function queryOf(parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "filterByFormula") keepFromLogs(value);
  }
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** A connection of our own, which sends what we say. It is closed with the test, at the latest. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  closeAtEnd(() => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  // Whoever is cut off has to hear of it by the close.
  socket.on("error", () => undefined);
  return socket;
}

/** Waits until a connection is closed. One that is not read does not notice it. */
export async function closed(socket: Socket): Promise<void> {
  if (socket.closed) return;
  const coming = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await eventually("the end of a connection", coming);
}

/** Sends bytes, and gives all that comes back until the other side closes, or `isEnough` says so. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  isEnough: (received: string) => boolean = () => false,
): Promise<string> {
  const socket = await openSocket(port);
  return new Promise((resolve) => {
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      received += text;
      if (isEnough(received)) socket.destroy();
    });
    socket.on("close", () => resolve(received));
    socket.write(bytes);
  });
}
