import type { Socket } from "node:net";
import { type EventLoop, NODE_LOOP } from "./event-loop.ts";

/** If more requests than that are read in one turn of the event loop, nothing more is read in it. */
const MOST_IN_TURN = 128;
/** A connection that sent at most so many requests when it was read last goes before those that sent more. */
const FEW = 8;

/** How many requests a connection sent in the turn in which it was read last. */
interface LastRead {
  turn: number;
  count: number;
}

/**
 * Keeps the event loop from reading very many requests in one turn: the system gives up to a thousand pipelined ones of
 * each connection, and all connections at once. Those that wait are then read in the next turns: in each of them one
 * connection, and before it connections that sent few requests when they were read last.
 */
export class PacedReads {
  readonly #waiting = new Set<Socket>();
  readonly #waitingWithFew = new Set<Socket>();
  readonly #lastReads = new WeakMap<Socket, LastRead>();
  readonly #mayRead: (socket: Socket) => boolean;
  readonly #loop: EventLoop;
  #number = 0;
  #count = 0;
  #isCounting = false;

  /** @param mayRead whether a connection may be read when its turn comes; otherwise its owner calls `resume` later */
  constructor(mayRead: (socket: Socket) => boolean, loop: EventLoop = NODE_LOOP) {
    this.#mayRead = mayRead;
    this.#loop = loop;
  }

  /**
   * Counts a request of a connection.
   *
   * @param connections all connections, as keys
   */
  add(socket: Socket, connections: ReadonlyMap<Socket, unknown>): void {
    const last = this.#lastReads.get(socket);
    if (last === undefined) this.#lastReads.set(socket, { turn: this.#number, count: 1 });
    else if (last.turn === this.#number) last.count++;
    else Object.assign(last, { turn: this.#number, count: 1 });
    this.#count++;
    if (!this.#isCounting) {
      this.#isCounting = true;
      this.#loop.inNextIteration(() => this.#turn());
    }
    if (this.#count === MOST_IN_TURN) this.#pause(connections.keys());
  }

  /** Reads a connection again that its owner has paused, when its turn comes. */
  resume(socket: Socket): void {
    if (this.#areWaiting) this.#wait(socket);
    else socket.resume();
  }

  get #areWaiting(): boolean {
    return this.#waiting.size + this.#waitingWithFew.size > 0;
  }

  #pause(connections: Iterable<Socket>): void {
    for (const socket of connections) {
      if (socket.destroyed || socket.isPaused()) continue;
      socket.pause();
      this.#wait(socket);
    }
  }

  #wait(socket: Socket): void {
    // Of a connection that was never read it is not known how much it sends.
    const { count } = this.#lastReads.get(socket) ?? { count: Number.POSITIVE_INFINITY };
    if (count <= FEW) this.#waitingWithFew.add(socket);
    else this.#waiting.add(socket);
  }

  #turn(): void {
    this.#number++;
    this.#count = 0;
    this.#read(this.#waitingWithFew, MOST_IN_TURN / FEW);
    this.#read(this.#waiting, 1);
    this.#isCounting = this.#areWaiting;
    if (this.#isCounting) this.#loop.inNextIteration(() => this.#turn());
  }

  #read(waiting: Set<Socket>, most: number): void {
    let read = 0;
    for (const socket of waiting) {
      if (read === most) break;
      waiting.delete(socket);
      if (socket.destroyed || !this.#mayRead(socket)) continue;
      socket.resume();
      read++;
    }
  }
}
