import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

// Things that an attacker does, over sockets of his own. Each of them sends what it is given, as it is: `<key>` in it is
// an attacker's key. An act ends by itself, and closes what it opened.

/** A service that is attacked. */
interface Attacked {
  readonly port: number;
  /** The keys of the attackers: each request has the next one. */
  readonly keys: readonly string[];
  /** The folder of its files. */
  readonly folder: string;
  /** The share of each act's connections that are opened, at least one; all of them unless given. */
  readonly share?: number;
}

function shareOf(connections: number, { share = 1 }: Attacked): number {
  return Math.ceil(connections * share);
}

/** How many answers of each status came. */
export type Statuses = Readonly<Record<number, number>>;

export type Act = (attacked: Attacked) => Promise<Statuses>;

/** What is sent: a text, or one for each time. */
type Sent = string | ((time: number) => string);

const CONNECT_MS = 10_000;

/** A request without a body. */
export function get(target: string, ...headers: readonly string[]): string {
  return [`GET ${target} HTTP/1.1`, "host: x", "x-api-key: <key>", ...headers, "", ""].join("\r\n");
}

/** The parameters of an address. */
export function query(path: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return get(`${path}?${pairs.join("&")}`);
}

/** A request with a body of JSON. */
export function post(target: string, body: unknown, ...headers: readonly string[]): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return [
    `POST ${target} HTTP/1.1`,
    "host: x",
    "x-api-key: <key>",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    ...headers,
    "",
    text,
  ].join("\r\n");
}

/** Connections that one act opens. Those that are refused are left out: the service may have a bound on them. */
class Opened {
  readonly sockets: Socket[] = [];
  readonly statuses: Record<number, number> = {};
  readonly #attacked: Attacked;

  constructor(attacked: Attacked) {
    this.#attacked = attacked;
  }

  async open(count: number, localHalf = false): Promise<readonly Socket[]> {
    const { port } = this.#attacked;
    const some = await Promise.all(
      Array.from({ length: shareOf(count, this.#attacked) }, () => connected(port, localHalf)),
    );
    const open = some.filter((socket) => socket !== undefined);
    this.sockets.push(...open);
    return open;
  }

  text(sent: Sent, time: number): string {
    const text = typeof sent === "string" ? sent : sent(time);
    const { keys } = this.#attacked;
    return text.replaceAll("<key>", keys[time % keys.length] ?? "");
  }

  /** Counts the answers of a connection by their status lines. Calls back for each of them. */
  count(socket: Socket, onAnswer: () => void = () => undefined): void {
    let rest = "";
    socket.on("data", (bytes: Buffer) => {
      rest += bytes.toString("latin1");
      for (const [, digits] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        const status = Number(digits);
        if (status < 200) continue;
        this.statuses[status] = (this.statuses[status] ?? 0) + 1;
        onAnswer();
      }
      // A status line that is not whole is looked at again.
      const start = rest.lastIndexOf("HTTP/1.1 ");
      rest = start > -1 && rest.length - start < 13 ? rest.slice(start) : rest.slice(-8);
      if (/HTTP\/1\.1 \d{3} /.test(rest)) rest = "";
    });
  }

  close(): Statuses {
    for (const socket of this.sockets) socket.destroy();
    return this.statuses;
  }
}

function connected(port: number, allowHalfOpen: boolean): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen });
    const timer = setTimeout(() => resolve(undefined), CONNECT_MS);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    // Whoever is cut off hears of it by the close.
    socket.on("error", () => undefined);
  });
}

interface Many {
  readonly connections: number;
  readonly send: Sent;
  /** How long the connections are held, in milliseconds. */
  readonly forMs: number;
}

/** Sends and never reads, until the time is over or the signal is aborted. */
export function neverReads({
  connections,
  send,
  forMs,
  signal,
}: Many & { readonly signal?: AbortSignal }): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    for (const [index, socket] of (await opened.open(connections)).entries()) {
      socket.pause();
      socket.write(opened.text(send, index));
    }
    // It is aborted when it has lasted long enough.
    await sleep(forMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    return opened.close();
  };
}

/** Sends, and reads a bit of the answer from time to time. */
export function readsSlowly({ connections, send, forMs }: Many): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const sockets = await opened.open(connections);
    for (const [index, socket] of sockets.entries()) {
      opened.count(socket);
      socket.on("data", () => socket.pause());
      socket.write(opened.text(send, index));
    }
    const end = performance.now() + forMs;
    while (performance.now() < end) {
      await sleep(200);
      for (const socket of sockets) socket.resume();
    }
    return opened.close();
  };
}

interface Slow {
  readonly connections: number;
  /** What is sent at once, and then again and again. */
  readonly begin: string;
  readonly more: string;
  readonly everyMs: number;
  readonly forMs: number;
}

/** Sends a request that never ends, a bit at a time. */
export function sendsSlowly({ connections, begin, more, everyMs, forMs }: Slow): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const sockets = await opened.open(connections);
    for (const socket of sockets) {
      opened.count(socket);
      socket.write(opened.text(begin, 0));
    }
    const end = performance.now() + forMs;
    while (performance.now() < end) {
      await sleep(everyMs);
      for (const socket of sockets) if (socket.writable) socket.write(more);
    }
    return opened.close();
  };
}

/** How much longer a flood goes on at most, if a busy machine has not answered enough of it. */
const LATER_MS = 60_000;

/** Sends one request after the other on each of some connections, and reads the answers: so many of them at least. */
export function floods({
  connections,
  send,
  forMs,
  least = 0,
}: Many & { readonly least?: number }): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const end = performance.now() + forMs;
    let time = 0;
    let answers = 0;
    const left = (): number => (answers < least ? end + LATER_MS : end) - performance.now();
    const each = async (): Promise<void> => {
      while (left() > 0) {
        const [socket] = await opened.open(1);
        if (socket === undefined) {
          await sleep(20);
          continue;
        }
        await new Promise<void>((resolve) => {
          const next = (): void => {
            if (left() <= 0) resolve();
            else socket.write(opened.text(send, time++));
          };
          opened.count(socket, () => {
            answers++;
            next();
          });
          socket.once("close", () => resolve());
          setTimeout(resolve, Math.max(0, left()));
          next();
        });
        // A connection that was closed is followed by another one.
        socket.destroy();
        await sleep(1);
      }
    };
    await Promise.all(Array.from({ length: shareOf(connections, attacked) }, each));
    return opened.close();
  };
}

/** Sends a number of requests, one on each connection, and waits for their answers, but not longer than it is told. */
export function asks({ connections, send, forMs }: Many): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const sockets = await opened.open(connections);
    const answered = sockets.map(
      (socket, index) =>
        new Promise<void>((resolve) => {
          opened.count(socket, resolve);
          socket.once("close", () => resolve());
          socket.write(opened.text(send, index));
        }),
    );
    await Promise.race([Promise.all(answered), sleep(forMs)]);
    return opened.close();
  };
}

/** Sends requests, and resets each connection when the first bytes of its answer come, again and again. */
export function resets({ connections, send, forMs }: Many): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const end = performance.now() + forMs;
    const each = async (_: unknown, index: number): Promise<void> => {
      while (performance.now() < end) {
        const [socket] = await opened.open(1);
        if (socket === undefined) continue;
        await new Promise<void>((resolve) => {
          socket.once("close", () => resolve());
          socket.once("data", () => socket.resetAndDestroy());
          setTimeout(() => socket.resetAndDestroy(), Math.max(0, end - performance.now()));
          socket.write(opened.text(send, index));
        });
      }
    };
    await Promise.all(Array.from({ length: shareOf(connections, attacked) }, each));
    return opened.close();
  };
}

/** Sends requests and the end of its side, and does not read for a while. */
export function halfCloses({ connections, send, forMs }: Many): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const sockets = await opened.open(connections, true);
    for (const [index, socket] of sockets.entries()) {
      socket.pause();
      socket.end(opened.text(send, index));
    }
    await sleep(forMs / 2);
    for (const socket of sockets) {
      opened.count(socket);
      socket.resume();
    }
    await sleep(forMs / 2);
    return opened.close();
  };
}

/** Opens and closes connections as fast as it can, which send a bit or nothing. */
export function churns({ connections, send, forMs }: Many): Act {
  return async (attacked) => {
    const opened = new Opened(attacked);
    const end = performance.now() + forMs;
    for (let time = 0; performance.now() < end; time++) {
      for (const socket of await opened.open(connections)) {
        socket.write(opened.text(send, time));
        socket.destroySoon();
      }
      opened.sockets.length = 0;
      await sleep(5);
    }
    return opened.close();
  };
}
