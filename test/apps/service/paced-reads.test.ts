import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { PacedReads } from "../../../src/apps/service/paced-reads.ts";
import { readAnswers } from "./attacks/received.ts";
import { exchange } from "./harness/client.ts";
import { closeAtEnd } from "./harness/closing.ts";
import { ManualLoop } from "./harness/manual-loop.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
/** The most requests that are read in an iteration of the event loop. */
const MOST = 128;

interface Paced {
  readonly loop: ManualLoop;
  readonly reads: PacedReads;
  readonly sockets: readonly Socket[];
  /** Which of the connections are read. */
  read(): readonly number[];
  send(index: number, count: number): void;
}

function paced(count: number, mayRead = (_socket: Socket): boolean => true): Paced {
  const loop = new ManualLoop();
  const reads = new PacedReads(mayRead, loop);
  const sockets = Array.from({ length: count }, () => new Socket());
  closeAtEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  const open = new Map(sockets.map((socket) => [socket, undefined]));
  return {
    loop,
    reads,
    sockets,
    read: () => sockets.flatMap((socket, index) => (socket.isPaused() ? [] : [index])),
    send: (index, requests) => {
      const socket = sockets[index];
      if (socket === undefined) throw new Error(`there is no connection ${index}`);
      for (let again = 0; again < requests; again++) reads.add(socket, open);
    },
  };
}

describe("connections that send very many requests in one iteration of the event loop", () => {
  it("are not read any more in it, and one by one in those that follow", () => {
    const { loop, read, send } = paced(3);
    send(0, MOST - 1);
    expect(read()).toEqual([0, 1, 2]);
    send(0, 1);
    expect(read()).toEqual([]);
    for (const expected of [[0], [0, 1], [0, 1, 2]]) {
      loop.iterate();
      expect(read()).toEqual(expected);
    }
  });

  it("are counted anew in each iteration", () => {
    const { loop, read, send } = paced(1);
    for (let again = 0; again < 3; again++) {
      send(0, MOST - 1);
      loop.iterate();
    }
    expect(read()).toEqual([0]);
  });

  it("wait for those that sent few requests when they were read last", () => {
    const { loop, read, send } = paced(4);
    send(3, 1);
    send(1, 8);
    send(2, 9);
    send(0, MOST - 18);
    expect(read()).toEqual([]);
    loop.iterate();
    expect(read()).toEqual([0, 1, 3]);
    loop.iterate();
    expect(read()).toEqual([0, 1, 2, 3]);
  });

  it("are left to their owner if they may not be read, or are gone", () => {
    const held = new Set<Socket>();
    const { loop, reads, sockets, read, send } = paced(3, (socket) => !held.has(socket));
    const [first, second] = sockets;
    if (first === undefined || second === undefined) throw new Error("there are no connections");
    send(0, MOST);
    held.add(first);
    second.destroy();
    loop.iterate();
    expect(read()).toEqual([2]);
    held.clear();
    // Nobody waits, so the owner's connection is read at once.
    reads.resume(first);
    expect(read()).toEqual([0, 2]);
  });
});

describe("many pipelined requests on several connections at once", () => {
  it("are all answered in their order, and others beside them", async () => {
    const service = await serve({ collections: { cars: { store: await carStore(someCars(3)) } } });
    const request = (path: string, ...headers: readonly string[]): string =>
      [`GET ${path} HTTP/1.1`, "host: x", `x-api-key: ${service.token}`, ...headers, "", ""].join(
        "\r\n",
      );
    const expected = Array.from({ length: MOST + 10 }, (_, index) => 1 + (index % 3));
    const sent = expected.map((count) => request(`/cars?maxRecords=${count}&fields.0=vin`));
    const last = request("/livez", "connection: close");
    const received = Promise.all([1, 2, 3].map(() => exchange(service.port, sent.join("") + last)));
    expect((await service.ask("/livez")).status).toBe(200);
    for (const text of await received) {
      const answers = readAnswers(text).slice(0, expected.length);
      expect(answers.map(({ body }) => JSON.parse(body).length)).toEqual(expected);
    }
  });
});
