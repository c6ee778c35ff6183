import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { boundsOf, defaultMemory } from "../../src/service/bounds.ts";
import { Budget } from "../../src/service/budget.ts";
import { Connections } from "../../src/service/connections.ts";
import { createKey, keyringOf } from "../../src/service/index.ts";
import type { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import type { Owner } from "../../src/stores/turns.ts";
import { ask, exchange, jsonOf, openSocket } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { until } from "./harness/memory.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

// Clients share what there is: whoever takes much leaves something for the others.

serviceTests();
const MB = 2 ** 20;
const SMALL = 16 * MB;
let store: MemoryStore;

beforeAll(async () => {
  store = await carStore(someCars(1_000));
});

interface Shared extends Served {
  /** The tokens of some more keys. */
  readonly others: readonly string[];
}

async function serveMany(records: MemoryStore | FaultInjector, memory = SMALL): Promise<Shared> {
  const made = Array.from({ length: 4 }, (_, index) => createKey(`client ${index}`));
  for (const { token } of made) keepFromLogs(token);
  const keys = keyringOf(made.map(({ stored }) => stored));
  const service = await serve({ collections: { cars: { store: records } }, keys, memory });
  const [token = "", ...others] = made.map((key) => key.token);
  return { ...service, token, others };
}

/** The status of an answer whose body may go on. */
async function statusOf(socket: Socket): Promise<number> {
  const received = await new Promise<string>((resolve) => {
    socket.once("data", (bytes) => resolve(bytes.toString("latin1")));
    socket.once("close", () => resolve(""));
  });
  socket.pause();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
}

/** Asks on a connection of its own, and reads no more than the beginning of the answer. */
async function begin(port: number, path: string, ...headers: readonly string[]): Promise<Socket> {
  const socket = await openSocket(port);
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write([`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n"));
  return socket;
}

async function beginMany(
  { port }: Served,
  token: string,
  count: number,
  path: string,
  ...headers: readonly string[]
): Promise<number[]> {
  const statuses: number[] = [];
  for (let again = 0; again < count; again++) {
    statuses.push(await statusOf(await begin(port, path, `x-api-key: ${token}`, ...headers)));
  }
  return statuses;
}

describe("a budget", () => {
  const holder = (id: string, weight = 1): Owner => ({ id, weight });
  const [a, b, c, d] = [holder("a"), holder("b"), holder("c"), holder("d")];

  it.each([
    [1, 250, 250],
    [4, 167, 667],
    [10, 83, 833],
  ])("is shared by weights: 1 and %d", (weight, lightest, heaviest) => {
    const budget = new Budget(1_000, 250);
    const heavy = holder("heavy", weight);
    const held: Owner[] = [];
    // Both ask all the time, and each gets its oldest part back sooner or later.
    for (let round = 0; round < 10_000; round++) {
      for (const one of [a, heavy]) if (budget.take(one, 1) === undefined) held.push(one);
      if (held.length < 500) continue;
      const oldest = held.shift();
      if (oldest !== undefined) budget.give(oldest, 1);
    }
    expect(Math.abs(budget.heldBy(a) - lightest)).toBeLessThan(10);
    expect(Math.abs(budget.heldBy(heavy) - heaviest)).toBeLessThan(10);
    // Somebody who comes now gets something.
    expect(budget.take(b, 1)).toBeUndefined();
  });

  it("leaves as much as a holder may have", () => {
    const budget = new Budget(100, 50);
    expect(budget.take(a, 30)).toBeUndefined();
    expect(budget.take(a, 30)).toBe("own");
    expect(budget.take(a, 20)).toBeUndefined();
    // Half of all is left: another holder may have half of it, and so on.
    expect(budget.take(b, 20)).toBeUndefined();
    expect(budget.take(b, 20)).toBe("all");
    expect(budget.take(c, 20)).toBeUndefined();
    expect(budget.taken).toBe(90);
    expect(budget.take(d, 20)).toBe("all");
    budget.give(a, 50);
    budget.give(b, 20);
    budget.give(c, 20);
    expect(budget.taken).toBe(0);
  });

  it("gives one that has nothing else more than a share", () => {
    const budget = new Budget(100, 25);
    expect(budget.take(a, 20)).toBeUndefined();
    expect(budget.take(a, 60, 20)).toBeUndefined();
    expect(budget.take(a, 1)).toBe("own");
    expect(budget.take(b, 21)).toBe("all");
  });
});

describe("the memory", () => {
  it("sizes everything, and has a least size", () => {
    const half = boundsOf(256 * MB, 100_000);
    const whole = boundsOf(512 * MB, 100_000);
    for (const [name, size] of Object.entries(half)) {
      expect(Object.entries(whole)).toContainEqual([name, size * 2]);
    }
    expect(boundsOf(1)).toEqual(boundsOf(SMALL));
    expect(boundsOf(512 * MB, 64).connections).toBe(32);
    expect(defaultMemory()).toBeGreaterThan(SMALL);
  });
});

describe("a key whose client reads nothing", () => {
  const huge = (): FaultInjector => new FaultInjector(store, { repeat: 200 });

  it("may have its share of streamed answers, and others have theirs", async () => {
    const service = await serveMany(huge());
    const [other = "", third = ""] = service.others;
    const statuses = await beginMany(service, service.token, 10, "/cars", "accept-encoding: x");
    // Of 16 MB, 4 are for answers, of which 1 is its share: four streams.
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429, 429, 429]);
    const refused = await ask(`${service.url}/cars`, { headers: { "x-api-key": service.token } });
    expect(refused.headers["retry-after"]).toBe("1");
    expect(jsonOf(refused)).toMatchObject({ code: "too-many-requests" });
    expect(await beginMany(service, other, 2, "/cars")).toEqual([200, 200]);
    // A short answer needs no stream.
    const answer = await ask(`${service.url}/cars?maxRecords=1`, {
      headers: { "x-api-key": third },
    });
    expect(answer.status).toBe(200);
  });

  it("may have its share of pages, and gets them again when they are sent", async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const before = async (batch: number): Promise<void> => {
      if (batch === 1) await gate;
    };
    const service = await serveMany(new FaultInjector(store, { repeat: 2, before }));
    const path = "/cars?pageSize=2000";
    const headers = { "x-api-key": service.token };
    // A thousand records are 0.5 MB, and are written when the gate stops the page.
    const asked = Promise.all(
      Array.from({ length: 12 }, () => ask(`${service.url}${path}`, { headers })),
    );
    const [other = ""] = service.others;
    const short = await ask(`${service.url}/schema`, { headers: { "x-api-key": other } });
    expect(short.status).toBe(200);
    go();
    const answers = await asked;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const { status, text } of answers)
      if (status === 200) expect(JSON.parse(text)).toHaveLength(2_000);
    expect((await ask(`${service.url}${path}`, { headers })).status).toBe(200);
  });

  it("many such keys: the last ones get 503, and somebody else is served", async () => {
    const service = await serveMany(huge());
    const statuses: number[] = [];
    for (const token of [service.token, ...service.others]) {
      statuses.push(...(await beginMany(service, token, 5, "/cars", "accept-encoding: x")));
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429, 503]));
    expect((await ask(`${service.url}/livez`)).status).toBe(200);
  });
});

it("compressors have a budget: then gzip is taken, and then nothing", async () => {
  const huge = new FaultInjector(store, { repeat: 200 });
  // 2.5 MB are for compressors.
  const service = await serveMany(huge, 20 * MB);
  const encodings: (string | undefined)[] = [];
  for (const token of [service.token, ...service.others]) {
    const socket = await begin(
      service.port,
      "/cars",
      `x-api-key: ${token}`,
      "accept-encoding: br, gzip;q=0.5",
    );
    const head = await new Promise<string>((resolve) => {
      socket.once("data", (bytes) => resolve(bytes.toString("latin1")));
    });
    socket.pause();
    encodings.push(/content-encoding: (\w+)/.exec(head)?.[1]);
  }
  expect(encodings).toEqual(["br", "br", "gzip", undefined]);
});

describe("clients without a key", () => {
  it("have a budget of their own: holders of keys are served, and so are probes", async () => {
    const waiting = new FaultInjector(store);
    const service = await serveMany(waiting);
    // Of 16 requests, a client at one address may have a quarter.
    const sockets = await Promise.all(
      Array.from({ length: 40 }, () => begin(service.port, "/docs")),
    );
    const statuses = await Promise.all(sockets.map(statusOf));
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    const answer = await ask(`${service.url}/cars?maxRecords=1`, {
      headers: { "x-api-key": service.token },
    });
    expect(answer.status).toBe(200);
    expect((await ask(`${service.url}/livez`)).status).toBe(200);
  });
});

describe("connections", () => {
  it("silent ones make room for a client who asks", async () => {
    const service = await serveMany(store);
    const { connections } = boundsOf(SMALL);
    const silent = await Promise.all(
      Array.from({ length: connections + 20 }, () => openSocket(service.port)),
    );
    onTestFinished(() => {
      for (const socket of silent) socket.destroy();
    });
    const closed = (): number => silent.filter((socket) => socket.closed).length;
    for (const socket of silent) socket.resume();
    await until(() => closed() >= 20);
    const answer = await ask(`${service.url}/cars?maxRecords=1`, {
      headers: { "x-api-key": service.token },
    });
    expect(answer.status).toBe(200);
    expect(closed()).toBeLessThan(40);
  });

  it("if all of them wait for answers, a new one is told so", async () => {
    const connections = new Connections(3, "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n");
    const waiting: (() => void)[] = [];
    let isOpen = false;
    const server = connections.serve({}, (_, response) => {
      if (isOpen) response.end("at once");
      else waiting.push(() => response.end("late"));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const busy = await Promise.all(["/1", "/2", "/3"].map((path) => begin(port, path)));
    await until(() => waiting.length === 3);
    const refused = await exchange(port, "GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    isOpen = true;
    for (const answer of waiting.splice(0)) answer();
    expect(await Promise.all(busy.map(statusOf))).toEqual([200, 200, 200]);
    // They wait for nothing now, so the next one takes the place of the first.
    const next = await begin(port, "/4");
    expect(await statusOf(next)).toBe(200);
    await until(() => busy.some((socket) => socket.closed));
  });

  it("that send far too many requests are broken off, without traces of errors", async () => {
    const connections = new Connections(9, "");
    const errors: Error[] = [];
    const server = connections.serve({}, (request) => {
      request.once("error", (error) => errors.push(error));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const limit = Error.stackTraceLimit;
    const request = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    for (const count of [1, 5_000]) {
      const socket = await openSocket(port);
      socket.write(request.repeat(count));
      setTimeout(() => socket.destroy(), 500);
      await until(() => errors.length > 0 && socket.closed);
      const [{ stack = "" } = new Error("none")] = errors.splice(0);
      expect(stack.includes("\n")).toBe(count === 1);
      expect(Error.stackTraceLimit).toBe(limit);
    }
  });

  it("if none is idle, those whose clients read nothing make room, and no others", async () => {
    const connections = new Connections(3, "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n", 1_200);
    const large = Buffer.alloc(16 * MB);
    let answerLate = (): void => undefined;
    const server = connections.serve({}, ({ url }, response) => {
      if (url === "/late") answerLate = () => response.end("late");
      else response.end(url === "/large" ? large : "short");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const late = statusOf(await begin(port, "/late"));
    const unread = [await begin(port, "/large"), await begin(port, "/large")];
    expect(await Promise.all(unread.map(statusOf))).toEqual([200, 200]);
    expect(await statusOf(await begin(port, "/short"))).toBe(503);
    const isServed = async (): Promise<boolean> =>
      (await statusOf(await begin(port, "/short"))) === 200;
    while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, 50));
    answerLate();
    expect(await late).toBe(200);
    for (const socket of unread) socket.resume();
    await until(() => unread.some((socket) => socket.closed));
  });
});
