import { type ChildProcess, spawn } from "node:child_process";
import { Agent } from "node:http";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSchema } from "../../src/schema/index.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { StoreError, type StoreRecord } from "../../src/stores/store.ts";
import { countOf, need } from "../harness/extent.ts";
import { expectFitProblem } from "./attacks/problem.ts";
import { readAnswers } from "./attacks/received.ts";
import { type Answer, ask, exchange, jsonOf, openSocket, queryOf } from "./harness/client.ts";
import { CURL, curl } from "./harness/curl.ts";
import { FaultInjector, WritingFaultInjector } from "./harness/fault-injector.ts";
import { logged } from "./harness/logs.ts";
import { memoryInUse, openHandles, until } from "./harness/memory.ts";
import { neededProgram } from "./harness/programs.ts";
import { asJson, carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();

const cars = someCars(10_000);
let memory: MemoryStore;

beforeAll(async () => {
  memory = await carStore(cars);
});

const TYPES = ["application/json", "application/x-ndjson", "text/csv"] as const;
const ENCODINGS = ["identity", "gzip", "br"] as const;
const EVERY_WAY = TYPES.flatMap((type) =>
  ENCODINGS.map((encoding) => [`${type} in ${encoding}`, type, encoding] as const),
);

/** Stores that hand over records, and stores that write them down by themselves. */
const INJECTORS = [
  ["read", FaultInjector],
  ["written", WritingFaultInjector],
] as const;

describe.each(INJECTORS)("a store that fails before the first byte: %s", (_, Injector) => {
  it.each([
    ["unavailable", 503, "store-unavailable", "5"],
    ["timeout", 503, "store-timeout", undefined],
    ["busy", 503, "store-busy", "1"],
    ["data", 500, "internal", undefined],
    ["setup", 503, "store-unavailable", "5"],
  ] as const)("%s is a problem with status %s", async (code, status, shown, retry) => {
    const error = new StoreError(code, "connect to db7.internal as owner: SELECT broke FROM it");
    const store = new Injector(memory, { error });
    const service = await serve({ collections: { cars: { store } } });
    for (const [, type, encoding] of EVERY_WAY) {
      for (const paged of ["", "?pageSize=10"]) {
        const headers = { accept: type, "accept-encoding": encoding };
        const answer = await service.ask(`/cars${paged}`, { headers });
        expect(answer.status).toBe(status);
        expect(answer.isWhole).toBe(true);
        expect(answer.headers["retry-after"]).toBe(retry);
        expect(answer.headers["content-encoding"]).toBeUndefined();
        expect(answer.headers.etag).toBeUndefined();
        expect(answer.headers["cache-control"]).toBe("no-store");
        expectFitProblem(answer.headers["content-type"] ?? "", answer.text, "");
        expect(jsonOf(answer)).toMatchObject({ code: shown, status });
        expect(answer.text).not.toContain("db7");
      }
    }
    const ready = await service.ask("/readyz");
    expect([ready.status, jsonOf(ready)]).toMatchObject([
      503,
      {
        status: "unavailable",
        collections: { cars: "unavailable" },
        reasons: { cars: expect.any(String) },
      },
    ]);
    expect(ready.text).not.toContain("db7");
    expect(store.ended).toBe(store.begun);
  });

  it("an error that nobody foresaw is a problem that says nothing of it", async () => {
    const store = new Injector(memory, { error: new TypeError("x of undefined") });
    const service = await serve({ collections: { cars: { store } } });
    const answer = await service.ask("/cars");
    expect([answer.status, jsonOf(answer)]).toMatchObject([500, { code: "internal" }]);
    expect(answer.text).not.toContain("undefined");
  });

  it("it is back when the store is", async () => {
    const store = new Injector(memory, { error: new StoreError("unavailable", "away") });
    const service = await serve({ collections: { cars: { store } } });
    expect((await service.ask("/cars")).status).toBe(503);
    store.faults = {};
    expect((await service.ask("/cars")).status).toBe(200);
    expect((await service.ask("/readyz")).status).toBe(200);
  });
});

describe.each(INJECTORS)("a store, whose records are %s, that", (_, Injector) => {
  const broken = async (): Promise<{ service: Served; store: FaultInjector }> => {
    const error = new StoreError("unavailable", "the connection broke");
    const store = new Injector(memory, { error, afterBatches: 5 });
    return { service: await serve({ collections: { cars: { store } } }), store };
  };

  it.each(EVERY_WAY)(
    "fails in the middle: the body never looks whole: %s",
    async (_way, type, encoding) => {
      const { service, store } = await broken();
      const headers = { accept: type, "accept-encoding": encoding };
      const answer = await service.ask("/cars", { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers["transfer-encoding"]).toBe("chunked");
      expect(answer.isWhole).toBe(false);
      if (encoding === "identity") expect(answer.body.length).toBeGreaterThan(0);
      if (encoding === "gzip") expect(() => gunzipSync(answer.body)).toThrow();
      if (encoding === "br") expect(() => brotliDecompressSync(answer.body)).toThrow();
      if (type === "application/json") expect(() => jsonOf(answer)).toThrow();

      const lines = [
        "GET /cars HTTP/1.1",
        "host: x",
        `x-api-key: ${service.token}`,
        `accept: ${type}`,
        `accept-encoding: ${encoding}`,
      ];
      const received = await exchange(service.port, `${lines.join("\r\n")}\r\n\r\n`);
      expect(() => readAnswers(received)).toThrow();
      expect(store.ended).toBe(store.begun);
    },
  );

  it("fails in the middle: curl says so, in HTTP/1.0 too", async (context) => {
    need(context, neededProgram("curl", CURL));
    const { service } = await broken();
    for (const [, type, encoding] of EVERY_WAY) {
      for (const version of ["--http1.1", "--http1.0"]) {
        const asked = curl(`${service.url}/cars`, {
          headers: [
            `x-api-key: ${service.token}`,
            `accept: ${type}`,
            `accept-encoding: ${encoding}`,
          ],
          more: [version],
        });
        await expect(asked, `${type} ${encoding} ${version}`).rejects.toThrow(/curl: \(\d+\)/);
      }
    }
  });

  it("fails while a page is read: the page is a problem", async () => {
    const { service } = await broken();
    const answer = await service.ask("/cars?pageSize=9000");
    expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-unavailable" }]);
  });
});

const AWAY = countOf(60, 1_000);

describe("clients that go away", () => {
  it.each([
    ...ENCODINGS.map((encoding) => ["written", encoding, WritingFaultInjector] as const),
    ["read", "identity", FaultInjector] as const,
  ])("clients that go away in the middle: %s, %s", async (_, encoding, Injector) => {
    const store = new Injector(memory);
    const service = await serve({ collections: { cars: { store } } });
    const lines = [
      "GET /cars?fields.0=vin&fields.1=title&fields.2=url HTTP/1.1",
      "host: x",
      `x-api-key: ${service.token}`,
      `accept-encoding: ${encoding}`,
    ];
    const request = `${lines.join("\r\n")}\r\n\r\n`;
    const leave = async (index: number): Promise<void> => {
      const socket = await openSocket(service.port);
      const isClosed = new Promise((resolve) => {
        socket.once("close", resolve);
      });
      socket.write(request);
      // At once, at the first bytes, or some way into the body.
      const isPatient = index % 3 === 0 ? 0 : index % 3 === 1 ? 1 : 20_000;
      let received = 0;
      if (isPatient === 0) setImmediate(() => socket.destroy());
      socket.on("data", (bytes) => {
        received += bytes.length;
        if (received >= isPatient) index % 2 === 0 ? socket.destroy() : socket.resetAndDestroy();
      });
      await isClosed;
    };
    const round = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, other) => leave(index + other)));
      }
      await until(() => store.ended === store.begun);
    };
    await round(AWAY / 10);
    const [handles, before] = [openHandles(), memoryInUse()];
    await round(AWAY);
    expect(store.begun).toBeGreaterThan(AWAY * 0.6);
    expect(store.ended).toBe(store.begun);
    expect(memoryInUse() - before).toBeLessThan(16);
    for (const [kind, count] of Object.entries(openHandles()))
      expect(count, kind).toBeLessThanOrEqual(handles[kind] ?? 0);
    const answer = await service.ask("/cars");
    expect(jsonOf(answer)).toEqual(asJson(cars));
  });

  it("a client that goes away with requests behind each other", async () => {
    const store = new WritingFaultInjector(memory);
    const service = await serve({ collections: { cars: { store } } });
    for (const encoding of ENCODINGS) {
      const before = logged().length;
      const request = `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\naccept-encoding: ${encoding}\r\n\r\n`;
      const begun = store.begun;
      const socket = await openSocket(service.port);
      socket.pause();
      socket.write(request.repeat(8));
      await until(() => store.begun > begun);
      socket.destroy();
      await until(() => store.ended === store.begun);
      // Each of them is told of, as what it was.
      await until(() => logged().length - before >= store.begun - begun);
      expect(logged().slice(before).join("")).toContain('"isWhole":false');
    }
  });

  it("a store that fails when its client is gone", async () => {
    let fail = (): void => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = () => reject(new StoreError("unavailable", "it broke as well"));
    });
    // Where nobody waits for it any more, it is nobody's.
    failing.catch(() => undefined);
    const store = new FaultInjector(memory, {
      before: async (batch) => {
        if (batch === 3) await failing;
      },
    });
    const service = await serve({ collections: { cars: { store } } });
    const received = await exchange(
      service.port,
      `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\naccept-encoding: gzip\r\n\r\n`,
      (text) => text.length > 100,
    );
    expect(received.length).toBeGreaterThan(100);
    fail();
    await until(() => store.ended === store.begun);
    expect((await service.ask("/livez")).status).toBe(200);
  });
});

describe("readers that stopped", () => {
  const readers = async (
    service: Served,
    count: number,
    target: string,
    headers: readonly string[] = [],
  ): Promise<readonly Socket[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const socket = await openSocket(service.port);
        socket.pause();
        const lines = [
          `GET ${target} HTTP/1.1`,
          "host: x",
          `x-api-key: ${service.token}`,
          ...headers,
        ];
        socket.write(`${lines.join("\r\n")}\r\n\r\n`);
        return socket;
      }),
    );

  const STOPPED = countOf(30, 100);

  it(`${STOPPED} readers that stopped are broken off`, async () => {
    // Some 600 MB each, if anybody took them.
    const store = new FaultInjector(memory, { repeat: 100 });
    const service = await serve({ collections: { cars: { store } }, stallMs: countOf(800, 1_500) });
    const before = memoryInUse();
    const sockets = await readers(service, STOPPED, "/cars");
    await until(() => store.begun === STOPPED && store.batches > STOPPED);
    // The store waits for them, and others are served in the meantime.
    expect((await service.ask("/livez")).status).toBe(200);
    expect(jsonOf(await service.ask("/cars?maxRecords=3"))).toHaveLength(300);
    // A batch or two for each of them, not the answers.
    expect(memoryInUse() - before).toBeLessThan(250);
    await until(() => store.ended === store.begun);
    expect(store.batches).toBeLessThan(STOPPED * 100);
    for (const socket of sockets) socket.destroy();
  });

  it("a page that nobody takes is broken off too", async () => {
    // Some 60 MB, more than the system keeps for a connection, so that some of it stays here.
    const change = (record: StoreRecord): StoreRecord => ({ ...record, title: "x".repeat(6_000) });
    const store = new FaultInjector(memory, { change });
    const service = await serve({ collections: { pages: { store } }, stallMs: 300 });
    const sockets = await readers(service, 1, "/pages?pageSize=10000");
    await until(() =>
      logged().some((line) => line.includes('"/pages"') && line.includes('"isWhole":false')),
    );
    for (const socket of sockets) {
      let received = "";
      socket.setEncoding("latin1");
      socket.on("data", (text: string) => {
        received += text;
      });
      socket.resume();
      await until(() => socket.closed);
      expect(() => readAnswers(received)).toThrow();
    }
  });

  it.each(["/cars", "/cars?pageSize=10000"])(
    "a slow reader is served to the end: %s",
    async (target) => {
      const service = await serve({ collections: { cars: { store: memory } }, stallMs: 1_000 });
      const [socket] = await readers(service, 1, target, ["connection: close"]);
      if (socket === undefined) throw new Error("no socket");
      let received = "";
      socket.setEncoding("latin1");
      socket.on("data", (text: string) => {
        received += text;
        socket.pause();
        // Longer in all than the service waits for a reader who takes nothing at all.
        setTimeout(() => socket.resume(), 15);
      });
      socket.resume();
      await until(() => socket.closed);
      const [answer] = readAnswers(received);
      expect(JSON.parse(Buffer.from(answer?.body ?? "", "latin1").toString())).toEqual(
        asJson(cars),
      );
    },
  );

  it("headers that arrive too slowly are refused", async () => {
    const service = await serve({ collections: { cars: { store: memory } }, headersMs: 600 });
    const socket = await openSocket(service.port);
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString();
    });
    socket.write("GET /cars HTTP/1.1\r\nhost: x\r\nx-slow: ");
    const drip = setInterval(() => socket.write("a"), 50);
    await until(() => socket.closed);
    clearInterval(drip);
    const [answer] = readAnswers(received);
    expect(answer?.status).toBe(408);
    expectFitProblem(answer?.headers.get("content-type") ?? "", answer?.body ?? "", "");
  });
});

describe("records", () => {
  it("half a pair in a record", async () => {
    const store = new FaultInjector(memory, {
      change: (record) => ({ ...record, title: "a\ud800b\udc00" }),
    });
    const service = await serve({ collections: { cars: { store } } });
    for (const accept of TYPES) {
      const answer = await service.ask("/cars?maxRecords=2&fields.0=title", {
        headers: { accept },
      });
      expect(answer.status).toBe(200);
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(answer.body)).not.toThrow();
      if (accept === "application/json")
        expect(jsonOf(answer)).toEqual(Array(2).fill({ title: "a\ud800b\udc00" }));
    }
  });

  it("a field named __proto__", async () => {
    const declared: unknown = JSON.parse(
      '{"fields":{"id":{"type":"text","key":true},"__proto__":"text","constructor":"number"}}',
    );
    const read = readSchema(declared);
    if (!read.ok) throw new Error(read.problems.join());
    const records: unknown = JSON.parse('[{"id":"a","__proto__":"x","constructor":1}]');
    if (!Array.isArray(records)) throw new Error("no records");
    const store = await MemoryStore.from(records, read.schema);
    const service = await serve({ collections: { things: { store } } });
    const formula = '{__proto__} = "x"';
    for (const query of [
      {},
      { pageSize: 1 },
      { filterByFormula: formula },
      { "fields.0": "__proto__", "fields.1": "id", "fields.2": "constructor" },
      { "fields.0": "id", "fields.1": "__proto__", "fields.2": "constructor", pageSize: 1 },
      { "sort.0.field": "__proto__" },
    ]) {
      const { status, text } = await service.ask(`/things${queryOf(query)}`);
      expect(status).toBe(200);
      const [record] = JSON.parse(text) as [object];
      expect(Object.getOwnPropertyDescriptor(record, "__proto__")?.value).toBe("x");
      expect(Object.getOwnPropertyDescriptor(record, "constructor")?.value).toBe(1);
    }
    const none = await service.ask(`/things${queryOf({ filterByFormula: '{__proto__} = "y"' })}`);
    expect(jsonOf(none)).toEqual([]);
    const { text } = await service.ask("/things", { headers: { accept: "text/csv" } });
    expect(text).toBe("id,__proto__,constructor\r\na,x,1\r\n");
    for (const path of ["/schema", "/openapi.json"])
      expect((await service.ask(path)).text).toContain('"__proto__"');
    const explained = await service.ask(
      `/explain${queryOf({ filterByFormula: formula, record: "a" })}`,
    );
    expect(jsonOf(explained)).toMatchObject({ matches: true });
  });

  it("a record whose formula is an error is not returned", async () => {
    const service = await serve({ collections: { cars: { store: memory } } });
    const answer = await service.ask(
      `/cars${queryOf({ filterByFormula: "1 / ({year} - 2020) < 5" })}`,
    );
    expect(jsonOf(answer)).toEqual(asJson(cars.filter(({ year }) => year !== 2020)));
  });

  it("the store is asked for no more than maxRecords", async () => {
    const store = new FaultInjector(memory);
    const service = await serve({ collections: { cars: { store, maxRecords: 500 } } });
    await service.ask("/cars");
    await service.ask("/cars?maxRecords=7");
    await service.ask("/cars?maxRecords=7&pageSize=5");
    await service.ask("/cars?maxRecords=7&pageSize=50");
    expect((await service.ask("/cars?maxRecords=501")).status).toBe(422);
    expect(store.queries.map(({ limit }) => limit)).toEqual([500, 7, 6, 7]);
  });
});

describe("costly formulas", () => {
  // Each is long, reads long texts and folds nothing.
  const costly = (index: number): string =>
    `OR(${Array.from(
      { length: 40 },
      (_, other) =>
        `FIND("${index}-${other}", SUBSTITUTE(LOWER({optionCodes}), "a", {title})) > ${other + 1}`,
    ).join(", ")})`;

  it("others are served while costly formulas run", async () => {
    // A busy machine takes long for all of them.
    const store = await MemoryStore.from(cars, memory.schema, { timeoutMs: 600_000 });
    const service = await serve({ collections: { cars: { store } } });
    let running = countOf(10, 100);
    const asked = Array.from({ length: running }, (_, index) =>
      service
        .ask("/cars/query", { body: { filterByFormula: costly(index) } })
        .finally(() => running--),
    );
    for (let again = 0; again < 5; again++) {
      expect((await ask(`${service.url}/livez`)).status).toBe(200);
    }
    // They were answered before the others were done.
    expect(running).toBeGreaterThan(0);
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
  });

  it("a formula that takes too long is ended", async () => {
    const store = await MemoryStore.from(cars, memory.schema, { timeoutMs: 20 });
    const service = await serve({ collections: { cars: { store } } });
    const answer = await service.ask("/cars/query", { body: { filterByFormula: costly(0) } });
    expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-timeout" }]);
  });

  it("formulas that never come again fill no memory", async () => {
    const few = await carStore(cars.slice(0, 10));
    const service = await serve({ collections: { cars: { store: few } } });
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    let next = 0;
    const round = async (count: number, length: number): Promise<void> => {
      const end = next + count;
      const worker = async (): Promise<void> => {
        while (next < end) {
          const filterByFormula = `{price} < ${next++} /* ${"x".repeat(length)} */`;
          const answer = await service.ask("/cars/query", { body: { filterByFormula }, agent });
          expect(answer.status).toBe(200);
        }
      };
      await Promise.all(Array.from({ length: 4 }, worker));
    };
    await round(countOf(200, 2_000), 10);
    await round(countOf(40, 200), 12_000);
    const before = memoryInUse();
    await round(countOf(150, 5_000), 10);
    await round(countOf(40, 500), 12_000);
    agent.destroy();
    expect(memoryInUse() - before).toBeLessThan(16);
  });

  it("the same formula at the same time", async () => {
    const service = await serve({ collections: { cars: { store: memory } } });
    const filterByFormula = 'REGEX_MATCH({title}, "(Long|Standard) Range")';
    const answers = await Promise.all(
      Array.from({ length: countOf(8, 20) }, () =>
        service.ask(`/cars${queryOf({ filterByFormula })}`),
      ),
    );
    const expected = asJson(cars.filter(({ title }) => /(Long|Standard) Range/.test(title)));
    for (const answer of answers) expect(jsonOf(answer)).toEqual(expected);
  });
});

describe("a service that is told to stop", () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
  });

  it("finishes what runs, takes nothing new, and ends", async () => {
    const script = fileURLToPath(new URL("harness/child.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    const said: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => said.push(line));
    const exit = new Promise<readonly [number | null, string | null]>((resolve) => {
      child.once("exit", (code, signal) => resolve([code, signal]));
    });
    await until(() => said.length === 1);
    const { url, token } = JSON.parse(said[0] ?? "") as { url: string; token: string };
    const headers = { "x-api-key": token };
    const port = Number(new URL(url).port);

    // Connections that are kept: one that stays idle, and one that asks while others are answered.
    const idle = new Agent({ keepAlive: true });
    expect((await ask(`${url}/readyz`, { agent: idle })).status).toBe(200);
    const kept = await openSocket(port);
    let received = "";
    kept.on("data", (bytes) => {
      received += bytes.toString("latin1");
    });
    const get = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n\r\n`;
    kept.write(get("/cars?maxRecords=5000"));

    const running: Promise<Answer>[] = ["identity", "gzip", "br"].flatMap((encoding) =>
      ["/cars", "/cars?pageSize=5000", "/cars?maxRecords=3000"].map((path) =>
        ask(`${url}${path}`, { headers: { ...headers, "accept-encoding": encoding } }),
      ),
    );
    await until(() => received.length > 0);
    child.kill("SIGTERM");
    await until(() => said.includes("stopping"));
    // Asked on a connection that is in use, it says that it is not ready, and takes no more.
    kept.write(get("/readyz"));
    kept.write(get("/cars"));
    await expect(ask(`${url}/cars`, { headers })).rejects.toThrow();

    for (const answer of await Promise.all(running)) {
      expect(answer.status).toBe(200);
      expect(answer.isWhole).toBe(true);
    }
    await until(() => kept.closed);
    const [first, ready, ...others] = readAnswers(received);
    expect(JSON.parse(first?.body ?? "")).toHaveLength(5_000);
    expect(ready?.status).toBe(503);
    expect(JSON.parse(ready?.body ?? "")).toMatchObject({ code: "shutting-down" });
    for (const { status } of others) expect(status).toBe(503);
    expect(await exit).toEqual([0, null]);
    expect(said.at(-1)).toBe("stopped");
    idle.destroy();
  });
});
