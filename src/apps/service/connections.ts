import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { SERVICE_LIMITS } from "./limits.ts";
import { PacedReads } from "./paced-reads.ts";
import { breakOff } from "./response/connection.ts";

type Held = readonly [request: IncomingMessage, response: ServerResponse];

/** The answers that a connection waits for, and since when it has waited for none. */
interface Open {
  /** The answers that are worked on and are not whole yet, in their order. */
  readonly answers: Set<ServerResponse>;
  /** The requests that were read and that nobody works on yet. There may be thousands, so each is kept as it is. */
  readonly held: Held[];
  readonly address: string;
  /** How many bytes were sent at the last look, and since when there are no more; NOTHING if none were waiting. */
  sent: number;
  movedAt: number;
}

/** How long a connection stays open after its last answer at most, in milliseconds, so that its client can read it. */
const LINGER_MS = 2_000;

const NOTHING = -1;
/** After this part of the stall limit, a connection whose client reads nothing makes room for another one. */
const UNREAD_PART = 1 / 6;
/** How long after a look at all connections there is no other one, in milliseconds. */
const LOOK_MS = 100;

/** The most connections that are told that there are too many. Further ones are closed without a word. */
const MOST_TOLD = 32;

/** The connections of a server. There are only so many of them. */
export class Connections {
  readonly #most: number;
  /** The connection that was used last is at the end. */
  readonly #open = new Map<Socket, Open>();
  /** How many connections each address has. */
  readonly #counts = new Map<string, number>();
  readonly #busyAnswer: string;
  readonly #unreadMs: number;
  readonly #clock: Clock;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** A connection is not read while it has requests that are held. */
  readonly #reads: PacedReads;
  /** How many requests of all connections are held. */
  #held = 0;
  #told = 0;
  #isStopping = false;

  /**
   * @param busyAnswer the bytes that a connection gets if there are too many
   * @param stallMs how long a client may read nothing of its answers
   */
  constructor(
    most: number,
    busyAnswer: string,
    stallMs: number = SERVICE_LIMITS.stallMs,
    clock: Clock = SYSTEM_CLOCK,
  ) {
    this.#most = most;
    this.#busyAnswer = busyAnswer;
    this.#unreadMs = stallMs * UNREAD_PART;
    this.#clock = clock;
    const mayRead = (socket: Socket): boolean => this.#open.get(socket)?.held.length === 0;
    this.#reads = new PacedReads(mayRead);
  }

  /** Makes a server, whose requests it hands over to a handler: few of each connection at a time. */
  serve(options: ServerOptions, handle: RequestListener): Server {
    const server = createServer(options, (request, response) =>
      this.#receive(request, response, handle),
    );
    server.on("connection", (socket: Socket) => this.#add(socket));
    // Node takes an answer as done when its end is written, even if it is not sent yet, and would cut it off.
    server.closeIdleConnections = () => this.#stop();
    return server;
  }

  #receive(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const { socket } = request;
    const open = this.#open.get(socket);
    // The rest of what was read at once comes even if the connection was broken off.
    if (open === undefined || socket.destroyed || socket.writableEnded) return;
    this.#reads.add(socket, this.#open);
    const { pipelined, pipelinedInAll } = SERVICE_LIMITS;
    if (open.answers.size < pipelined) this.#work([request, response], open, handle);
    else if (open.held.length > pipelinedInAll - this.#held) breakOff(socket);
    else {
      open.held.push([request, response]);
      this.#held++;
      if (open.held.length === 1) socket.pause();
    }
  }

  #work([request, response]: Held, open: Open, handle: RequestListener): void {
    const { socket } = request;
    open.answers.add(response);
    response.once("close", () => {
      open.answers.delete(response);
      if (this.#isStopping && !isWaiting(open)) socket.destroySoon();
      if (this.#open.delete(socket)) this.#open.set(socket, open);
      this.#next(socket, open, handle);
    });
    handle(request, response);
  }

  /** Works on the next request of a connection. It is read again if there is none. */
  #next(socket: Socket, open: Open, handle: RequestListener): void {
    const { held } = open;
    if (socket.destroyed) return;
    const next = held.shift();
    if (next === undefined) return;
    this.#held--;
    if (held.length === 0) this.#reads.resume(socket);
    this.#work(next, open, handle);
  }

  /**
   * Whether a client would understand an answer that is sent now, to a request that cannot be read. If other requests
   * of the connection still wait, the client would take it for one of their answers, or for a part of one.
   */
  isNext(socket: Socket): boolean {
    const { answers = [], held = [] } = this.#open.get(socket) ?? {};
    const [first, ...others] = answers;
    if (first === undefined) return true;
    return others.length + held.length === 0 && !first.req.complete && !first.headersSent;
  }

  /** Breaks off every answer that is not whole. */
  breakOff(): void {
    for (const [socket, { answers }] of this.#open) {
      if (answers.size > 0) breakOff(socket);
    }
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#most && !this.#makeRoom()) {
      this.#refuse(socket);
      return;
    }
    // Node calls it after an answer with `connection: close`. It would close the connection at once.
    socket.destroySoon = () => endSoon(socket, "", this.#clock);
    const { remoteAddress: address = "" } = socket;
    this.#open.set(socket, { answers: new Set(), held: [], address, sent: NOTHING, movedAt: 0 });
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
    withoutTraces(socket, () => (this.#open.get(socket)?.held.length ?? 0) > 0);
    socket.once("close", () => this.#forget(socket));
  }

  #forget(socket: Socket): void {
    const open = this.#open.get(socket);
    if (open === undefined) return;
    this.#open.delete(socket);
    this.#held -= open.held.length;
    open.held.length = 0;
    const count = (this.#counts.get(open.address) ?? 0) - 1;
    if (count > 0) this.#counts.set(open.address, count);
    else this.#counts.delete(open.address);
  }

  /**
   * Closes the connection that has waited for no answer for the longest time, of the address that has the most such
   * connections in front; or the one whose client has read nothing for the longest time. Returns whether there was one.
   */
  #makeRoom(): boolean {
    let found: Socket | undefined;
    let most = 0;
    for (const [socket, { answers, address }] of this.#open) {
      const count = this.#counts.get(address) ?? 0;
      if (answers.size > 0 || count <= most) continue;
      found = socket;
      most = count;
      // Most servers have one proxy before them.
      if (most * 2 > this.#open.size) break;
    }
    const isIdle = found !== undefined;
    found ??= this.#unread();
    if (found === undefined) return false;
    this.#forget(found);
    if (isIdle) found.destroy();
    else breakOff(found);
    return true;
  }

  /** The connection whose client has read nothing for the longest time, if that is long. */
  #unread(): Socket | undefined {
    const now = this.#clock.now();
    if (now - this.#lookedAt < LOOK_MS) return undefined;
    this.#lookedAt = now;
    let found: Socket | undefined;
    let longest = this.#unreadMs;
    for (const [socket, open] of this.#open) {
      const { bytesWritten, writableLength } = socket;
      const sent = writableLength === 0 ? NOTHING : bytesWritten - writableLength;
      if (sent === NOTHING || sent !== open.sent) {
        open.sent = sent;
        open.movedAt = now;
      } else if (now - open.movedAt > longest) {
        longest = now - open.movedAt;
        found = socket;
      }
    }
    return found;
  }

  #refuse(socket: Socket): void {
    if (this.#told >= MOST_TOLD) {
      socket.destroy();
      return;
    }
    this.#told++;
    socket.once("close", () => {
      this.#told--;
    });
    endSoon(socket, this.#busyAnswer, this.#clock);
  }

  /** Ends connections that wait for no answer. The others end after their last answer. */
  #stop(): void {
    this.#isStopping = true;
    for (const [socket, { answers }] of this.#open) {
      if (answers.size === 0) socket.destroySoon();
    }
  }
}

function isWaiting({ answers, held }: Open): boolean {
  return answers.size + held.length > 0;
}

/**
 * When a connection ends, Node makes an error for each request that is not answered, and reads its stack trace, which
 * takes far longer than the request did. Nobody sees these errors. So if there are many of them, they have no traces:
 * those of Node's own listener, which is the only one between the two here.
 */
function withoutTraces(socket: Socket, hasMany: () => boolean): void {
  let limit: number | undefined;
  socket.prependOnceListener("close", () => {
    if (!hasMany()) return;
    limit = Error.stackTraceLimit;
    // It cannot be set if a program has frozen what is built in.
    Reflect.set(Error, "stackTraceLimit", 0);
  });
  socket.once("close", () => {
    if (limit !== undefined) Reflect.set(Error, "stackTraceLimit", limit);
  });
}

/**
 * Ends a connection, with some last bytes. It is closed when the client closes its side, or soon. If it was closed at
 * once, and the client sent more, the system would throw away what it has not sent yet of the answers before.
 */
export function endSoon(socket: Socket, bytes: string, clock: Clock): void {
  if (socket.writableEnded) return;
  socket.end(bytes);
  socket.resume();
  socket.once(
    "close",
    clock.after(LINGER_MS, () => socket.destroy(), false),
  );
}
