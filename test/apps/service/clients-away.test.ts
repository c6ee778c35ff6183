import { describe, expect, it } from "vitest";
import type { StoreRecord } from "../../../src/data/stores/store.ts";
import { StoreError } from "../../../src/data/stores/store.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { expectFitProblem } from "./attacks/problem.ts";
import { readAnswers } from "./attacks/received.ts";
import { ask, closed, exchange, jsonOf, openSocket } from "./harness/client.ts";
import { closeAtEnd } from "./harness/closing.ts";
import { FaultInjector, type Faults, WritingFaultInjector } from "./harness/fault-injector.ts";
import { logged, logLines } from "./harness/logs.ts";
import { begin } from "./harness/readers.ts";
import { asJson, carStore, serve, serviceTests, someCars } from "./harness/serve.ts";
import { advanceUntil, Gate } from "./harness/waiting.ts";

// Clients that go away, or stay and do nothing.

serviceTests();
const cars = someCars(2_000);
const ENCODINGS = ["identity", "gzip", "br"] as const;

const reading = async (faults: Faults = {}) => new FaultInjector(await carStore(cars), faults);
const writing = async (faults: Faults = {}) =>
  new WritingFaultInjector(await carStore(cars), faults);

const isBrokenOff = (path: string) => (lines: readonly string[]) =>
  lines.some((line) => line.includes(`"${path}"`) && line.includes('"isWhole":false'));

describe("a client that disconnects", () => {
  it.each([
    ...ENCODINGS.map((encoding) => ["written", encoding, writing] as const),
    ["read", "identity", reading] as const,
  ])(
    "in the middle of a response ends the reading of its records: %s, %s",
    async (_, encoding, open) => {
      const store = await open();
      const service = await serve({ collections: { cars: { store } } });
      const lines = [
        "GET /cars?fields.0=vin&fields.1=title&fields.2=url HTTP/1.1",
        "host: x",
        `x-api-key: ${service.token}`,
        `accept-encoding: ${encoding}`,
      ];
      const leave = async (index: number): Promise<void> => {
        const socket = await openSocket(service.port);
        socket.write(`${lines.join("\r\n")}\r\n\r\n`);
        // At once, at the first bytes, or some way into the body.
        const enough = [0, 1, 20_000][index % 3] ?? 0;
        const go = (): unknown => (index % 2 === 0 ? socket.destroy() : socket.resetAndDestroy());
        let received = 0;
        if (enough === 0) setImmediate(go);
        socket.on("data", (bytes) => {
          received += bytes.length;
          if (received >= enough) go();
        });
        await closed(socket);
      };
      const count = 24;
      await Promise.all(Array.from({ length: count }, (_, index) => leave(index)));
      await store.allEnded();
      // Those that left at once may have left before.
      expect(store.begun).toBeGreaterThanOrEqual((count * 2) / 3);
      expect(jsonOf(await service.ask("/cars"))).toEqual(asJson(cars));
    },
  );

  it.each(ENCODINGS)("with pipelined requests has them logged as aborted: %s", async (encoding) => {
    const store = await writing();
    const service = await serve({ collections: { cars: { store } } });
    const before = logged().length;
    const request = `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\naccept-encoding: ${encoding}\r\n\r\n`;
    const socket = await openSocket(service.port);
    socket.pause();
    socket.write(request.repeat(9));
    await store.until("a request", ({ begun }) => begun > 0);
    socket.destroy();
    await store.allEnded();
    await logLines("each request", before, (lines) => lines.length >= store.begun);
    expect(isBrokenOff("/cars")(logged().slice(before))).toBe(true);
  });

  it("before the answer begins is logged with the status 499", async () => {
    const gate = new Gate();
    const store = await reading({ before: () => gate.opened });
    const service = await serve({ collections: { cars: { store } } });
    const before = logged().length;
    const key = `x-api-key: ${service.token}`;
    const socket = await begin(service.port, "/cars?pageSize=2", key);
    await store.until("a request", ({ begun }) => begun === 1);
    socket.destroy();
    await logLines("the request", before, isBrokenOff("/cars"));
    gate.open();
    await store.allEnded();
    const statuses = logged()
      .slice(before)
      .filter((line) => line.includes('"answered"'))
      .map((line) => JSON.parse(line).status);
    expect(statuses).toEqual([499]);
  });

  it("ends the reading of the record that it wanted explained", async () => {
    const gate = new Gate();
    const store = await reading({ before: () => gate.opened });
    const service = await serve({ collections: { cars: { store } } });
    const record = cars[0]?.vin ?? "";
    const key = `x-api-key: ${service.token}`;
    const socket = await begin(service.port, `/explain?filterByFormula=1&record=${record}`, key);
    await store.until("a request", ({ begun }) => begun === 1);
    const signal = store.calls[0]?.signal;
    const ended = new Promise((resolve) => {
      signal?.addEventListener("abort", () => resolve(signal.reason), { once: true });
    });
    socket.destroy();
    expect(await ended).toMatchObject({ message: "the client went away" });
    gate.open();
    await store.allEnded();
  });

  it("does not end the service if its store fails afterwards", async () => {
    const gate = new Gate();
    const store = await reading({
      before: async (batch) => {
        if (batch < 3) return;
        await gate.opened;
        throw new StoreError("unavailable", "it broke as well");
      },
    });
    const service = await serve({ collections: { cars: { store } } });
    const received = await exchange(
      service.port,
      `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\naccept-encoding: gzip\r\n\r\n`,
      (text) => text.length > 100,
    );
    expect(received.length).toBeGreaterThan(100);
    gate.open();
    await store.allEnded();
    expect((await service.ask("/livez")).status).toBe(200);
  });
});

describe("a client that reads nothing", () => {
  it("is disconnected, and others are served meanwhile", async () => {
    const clock = new ManualClock();
    // Some 65 MB for each, if anybody took them: sockets hold about 4 of them.
    const store = await writing({ repeat: 1_000 });
    const service = await serve({
      collections: { cars: { store } },
      clock,
      stallMs: 800,
    });
    const key = `x-api-key: ${service.token}`;
    await Promise.all([1, 2, 3].map(() => begin(service.port, "/cars", key)));
    await store.until("three requests", ({ begun, batches }) => begun === 3 && batches > 3);
    expect((await service.ask("/livez")).status).toBe(200);
    expect((await service.ask("/cars?maxRecords=3&fields.0=vin")).status).toBe(200);
    await advanceUntil(store.allEnded(), clock, 400);
    const ofTheOther = 1_000;
    expect(store.batches - ofTheOther).toBeLessThan(3 * 500);
  });

  it("is disconnected in a page too, which does not look whole", async () => {
    const clock = new ManualClock();
    // Some 60 MB, more than the system keeps for a connection, so that some of it stays here.
    const change = (record: StoreRecord): StoreRecord => ({ ...record, title: "x".repeat(30_000) });
    const store = await reading({ change });
    const service = await serve({
      collections: { pages: { store } },
      clock,
      stallMs: 300,
    });
    const from = logged().length;
    const socket = await begin(service.port, "/pages?pageSize=2000", `x-api-key: ${service.token}`);
    await store.until("a request", ({ begun }) => begun === 1);
    await advanceUntil(logLines("the page", from, isBrokenOff("/pages")), clock, 150);
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      received += text;
    });
    await closed(socket.resume());
    expect(() => readAnswers(received)).toThrow();
  });

  it.each(["/cars", "/cars?pageSize=10000"])(
    "for a while, and then continues, is served to the end: %s",
    async (target) => {
      const clock = new ManualClock();
      const store = await reading({
        change: (record) => ({ ...record, title: "x".repeat(10_000) }),
      });
      const service = await serve({
        collections: { cars: { store } },
        clock,
        stallMs: 300,
      });
      const socket = await begin(
        ...([service.port, target, `x-api-key: ${service.token}`, "connection: close"] as const),
      );
      let received = "";
      socket.setEncoding("latin1");
      await store.until("a request", ({ begun }) => begun === 1);
      // One look finds that nothing has moved, and then the client reads.
      clock.advance(60);
      socket.on("data", (text: string) => {
        received += text;
      });
      await closed(socket.resume());
      const [answer] = readAnswers(received);
      expect(JSON.parse(answer?.body ?? "")).toHaveLength(cars.length);
    },
  );
});

it("headers that arrive too slowly are refused", async () => {
  const store = await carStore(cars.slice(0, 3));
  const service = await serve({ collections: { cars: { store } }, headersMs: 300 });
  const socket = await openSocket(service.port);
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString();
  });
  socket.write("GET /cars HTTP/1.1\r\nhost: x\r\nx-slow: ");
  // Node's own timer ends it, whatever comes in the meantime.
  const drip = setInterval(() => socket.write("a"), 50);
  closeAtEnd(() => clearInterval(drip));
  await closed(socket);
  const [answer] = readAnswers(received);
  expect(answer?.status).toBe(408);
  expectFitProblem(answer?.headers.get("content-type") ?? "", answer?.body ?? "", "");
  expect((await ask(`${service.url}/livez`)).status).toBe(200);
});
