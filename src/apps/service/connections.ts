import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { breakOff, type Connection, connectionOf, endSoon } from "./connection.ts";

interface OpenConnection {
  readonly connection: Connection;
  readonly address: string;
}

/** The number of connections over the limit that get a 503. Node closes further ones without a response. */
const MOST_REFUSED = 32;

interface ConnectionsOptions {
  /** The most open connections. */
  readonly most: number;
  /** The response for connections over the limit. */
  readonly busyAnswer: string;
  /** Called when a connection is closed because its client pipelined too many requests. */
  readonly onTooFarAhead?: () => void;
  readonly clock?: Clock;
}

/**
 * Ends the parsing of a connection that was aborted. Node would parse the whole chunk that it has read, up to 1,400 requests, and
 * keep them all until the connection is closed. A request that changes the protocol is the last one that it parses.
 */
class ParsedRequest extends IncomingMessage {
  /** Whether the headers request another protocol; Node sets it. */
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return this.isUpgrade || this.socket.destroyed;
  }

  // The constructor of the base class sets it.
  set upgrade(isUpgrade: boolean) {
    this.isUpgrade = isUpgrade;
  }
}

/** The connections of a server, limited in number. */
export class Connections {
  readonly #most: number;
  /** Least recently used first. */
  readonly #open = new Map<Socket, OpenConnection>();
  /** The number of connections by client address. */
  readonly #counts = new Map<string, number>();
  readonly #busyAnswer: string;
  readonly #onTooFarAhead: () => void;
  readonly #clock: Clock;
  #isStopping = false;

  constructor(options: ConnectionsOptions) {
    const { most, busyAnswer, onTooFarAhead = () => undefined, clock = SYSTEM_CLOCK } = options;
    this.#most = most;
    this.#busyAnswer = busyAnswer;
    this.#onTooFarAhead = onTooFarAhead;
    this.#clock = clock;
  }

  /** Creates a server with a request handler. */
  serve(options: ServerOptions, handle: RequestListener): Server {
    const server = createServer(
      { ...options, IncomingMessage: ParsedRequest },
      (request, response) => {
        if (this.#receives(request, response)) handle(request, response);
      },
    );
    server.maxConnections = this.#most + MOST_REFUSED;
    server.on("connection", (socket: Socket) => this.#add(socket));
    // Node considers a response done when its end is written, and would close the connection before it is sent.
    server.closeIdleConnections = () => this.#stop();
    return server;
  }

  #receives({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const open = this.#open.get(socket);
    // Node emits requests that it has parsed, even after the connection was aborted.
    if (open === undefined || socket.destroyed || socket.writableEnded) return false;
    const { connection } = open;
    if (!connection.add(response)) {
      breakOff(socket);
      this.#onTooFarAhead();
      return false;
    }
    response.once("close", () => {
      if (this.#isStopping && connection.isIdle) socket.destroySoon();
      if (this.#open.delete(socket)) this.#open.set(socket, open);
    });
    return true;
  }

  /** Aborts all incomplete responses. */
  breakOff(): void {
    for (const [socket, { connection }] of this.#open) {
      if (!connection.isIdle) breakOff(socket);
    }
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#most && !this.#makeRoom()) {
      endSoon(socket, this.#busyAnswer, this.#clock);
      return;
    }
    // Node calls this after a response with `connection: close`, and would close the connection at once.
    socket.destroySoon = () => endSoon(socket, "", this.#clock);
    const { remoteAddress: address = "" } = socket;
    this.#open.set(socket, { connection: connectionOf(socket), address });
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
    socket.once("close", () => this.#remove(socket));
  }

  #remove(socket: Socket): void {
    const { address } = this.#open.get(socket) ?? {};
    if (address === undefined) return;
    this.#open.delete(socket);
    const count = (this.#counts.get(address) ?? 0) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }

  /**
   * Closes the longest idle connection of the client address with the most connections; if none is idle, the one whose
   * client has been stalled for the longest time. Returns whether there was one.
   */
  #makeRoom(): boolean {
    let idle: Socket | undefined;
    let most = 0;
    let stalled: Socket | undefined;
    let longest = 0;
    for (const [socket, { connection, address }] of this.#open) {
      const count = this.#counts.get(address) ?? 0;
      if (!connection.isIdle) {
        if (connection.stalledChecks <= longest) continue;
        stalled = socket;
        longest = connection.stalledChecks;
      } else if (count > most) {
        idle = socket;
        most = count;
        // Most servers are behind a single proxy.
        if (most * 2 > this.#open.size) break;
      }
    }
    const closed = idle ?? stalled;
    if (closed === undefined) return false;
    this.#remove(closed);
    if (closed === idle) closed.destroy();
    else breakOff(closed);
    return true;
  }

  /** Closes idle connections. The others close after their last response. */
  #stop(): void {
    this.#isStopping = true;
    for (const [socket, { connection }] of this.#open) {
      if (connection.isIdle) socket.destroySoon();
    }
  }
}
