import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { demoSchema } from "../../src/demo/index.ts";
import { FormulaCache } from "../../src/service/formula-cache.ts";
import { LogOutput } from "../../src/service/log-output.ts";
import type { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { PROGRAM, plainEnvironment } from "../cli/run-cli.ts";
import { countOf, need } from "../harness/extent.ts";
import { readAnswers } from "./attacks/received.ts";
import { ask, exchange, jsonOf, openSocket } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { logged } from "./harness/logs.ts";
import { memoryInUse, openHandles, until } from "./harness/memory.ts";
import { makePipe, NAMED_PIPES } from "./harness/programs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

// What a request costs is bounded before it is spent, and what a client does not read is not kept for ever.

serviceTests();
const cars = someCars(1_000);
let store: MemoryStore;

beforeAll(async () => {
  store = await carStore(cars);
});

/** The two ends of a pipe, which keeps little. */
async function pipe(): Promise<readonly [reader: FileHandle, writer: FileHandle]> {
  const folder = await mkdtemp(join(tmpdir(), "isoform-pipe-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "pipe");
  makePipe(path);
  return Promise.all([open(path, "r"), open(path, "w")]);
}

/** Connections that send something and never read. */
async function silentReaders(port: number, count: number, sent: string): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(port)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(sent);
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

function get(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n");
}

describe("pipelined requests whose answers nobody reads", () => {
  it.each(["/openapi.json", "/docs", "/nothing"])(
    "a stranger who asks for %s: the connections are broken off, and memory stays",
    async (path) => {
      const service = await serve({ collections: { cars: { store } } });
      await service.ask(path);
      const before = memoryInUse();
      const sockets = await silentReaders(
        service.port,
        countOf(8, 30),
        get(path).repeat(999) + get(path, "connection: close"),
      );
      for (const socket of sockets) socket.resume();
      await until(() => sockets.every((socket) => socket.closed));
      expect(memoryInUse() - before).toBeLessThan(64);
      expect((await service.ask("/cars?maxRecords=1")).status).toBe(200);
    },
  );

  it("few of them are worked on at once; the others follow in order", async () => {
    const waiting = new FaultInjector(store);
    const service = await serve({ collections: { cars: { store: waiting } } });
    let most = 0;
    waiting.faults = {
      before: async () => {
        most = Math.max(most, waiting.begun - waiting.ended);
        await new Promise((resolve) => setTimeout(resolve, 5));
      },
    };
    const paths = Array.from({ length: 40 }, (_, index) => `/cars?maxRecords=${index + 1}`);
    const key = `x-api-key: ${service.token}`;
    const received = await exchange(
      service.port,
      `${paths.map((path) => get(path, key)).join("")}${get("/livez", "connection: close")}`,
    );
    const answers = readAnswers(received);
    const counts = answers.slice(0, 40).map(({ body }) => JSON.parse(body).length);
    expect(counts).toEqual(paths.map((_, index) => index + 1));
    expect(answers).toHaveLength(41);
    expect(most).toBeLessThanOrEqual(8);
  });

  it("answers of every kind are watched, not only records", async () => {
    const service = await serve({ collections: { cars: { store } }, openDocs: true, stallMs: 300 });
    const from = logged().length;
    // Together more than the system keeps for a connection.
    const [socket] = await silentReaders(service.port, 1, get("/openapi.json").repeat(1_000));
    const isCut = (line: string): boolean =>
      line.includes('"/openapi.json"') && line.includes('"isWhole":false');
    await until(() => logged().slice(from).some(isCut));
    socket?.resume();
    await until(() => socket?.closed === true);
    expect((await service.ask("/livez")).status).toBe(200);
  });
});

describe("the work of a formula", () => {
  const part = 'REGEX_REPLACE(REPT({optionCodes},300),"(?:.{0,300}@|[A-Z])","x")';
  const replaced = Array.from({ length: 200 }, (_, index) => {
    return `REGEX_REPLACE(REPT({vin},99),"[A-Z].{0,30}${index}","x")="y"`;
  });
  const chains = Array.from({ length: 10 }, (_, index) => {
    return `${"UPPER(".repeat(40)}REPT("${index}\u0001",30000)${")".repeat(40)}`;
  });

  it.each([
    ["one costly part", `LEN(${part})=1`],
    ["many parts", `OR(${[0, 100].map((at) => `OR(${replaced.slice(at, at + 100)})`)})`],
    ["nested parts", `LEN(${chains.join("&")})>0`],
  ])("is bounded before it is spent: %s", async (_, filterByFormula) => {
    const service = await serve({ collections: { cars: { store } } });
    const vin = String(cars[0]?.vin);
    const before = process.cpuUsage();
    const answers = await Promise.all([
      service.ask("/cars/query", { body: { filterByFormula } }),
      service.ask("/explain", { body: { filterByFormula, record: vin } }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      const { code, errors } = jsonOf(answer) as { code: string; errors: [{ diagnostics: [] }] };
      expect(code).toBe("invalid-formula");
      expect(JSON.stringify(errors)).toContain("too-costly");
      expect(answer.body.length).toBeLessThan(20_000);
    }
    const checked = jsonOf(await service.ask("/validate", { body: { filterByFormula } }));
    expect(checked).toMatchObject({ valid: false });
    // What they ask for takes seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it("is bounded by the longest texts of the records", async () => {
    const long = cars.slice(0, 3).map((car) => ({ ...car, title: "x".repeat(1_000_000) }));
    const service = await serve({ collections: { cars: { store: await carStore(long) } } });
    const filterByFormula = 'LOWER({title}) = "x"';
    const record = String(long[0]?.vin);
    for (const [path, body] of [
      ["/cars/query", { filterByFormula }],
      ["/explain", { filterByFormula, record }],
    ] as const) {
      const answer = await service.ask(path, { body });
      expect([answer.status, jsonOf(answer)]).toMatchObject([422, { code: "too-costly" }]);
    }
    expect((await service.ask("/cars/query", { body: {} })).status).toBe(200);
  });

  it("explanations are small", async () => {
    const service = await serve({ collections: { cars: { store } } });
    const filterByFormula = `LEN(${chains.map((chain) => chain.replace("30000", "100")).join("&")})>0`;
    const record = String(cars[0]?.vin);
    const answer = await service.ask("/explain", { body: { filterByFormula, record } });
    expect([answer.status, jsonOf(answer)]).toMatchObject([200, { matches: true }]);
    expect(answer.body.length).toBeLessThan(400_000);
  });
});

describe("problems", () => {
  it("list few of many mistakes, and say how many there are", async () => {
    const service = await serve({ collections: { cars: { store } } });
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, 1]));
    const answer = await service.ask("/cars/query", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.length).toBeLessThan(10_000);
    const problem = jsonOf(answer) as { errors: unknown[]; errorCount: number; detail: string };
    expect([problem.errors.length, problem.errorCount]).toEqual([20, 20_000]);
    expect(problem.detail).toContain("(and 19999 more)");
  });

  it("list few of a formula's many diagnostics", async () => {
    const service = await serve({ collections: { cars: { store } } });
    const filterByFormula = `OR(${Array.from({ length: 90 }, (_, index) => `{x${index}}`).join(", ")})`;
    const refused = await service.ask("/cars/query", { body: { filterByFormula } });
    const problem = jsonOf(refused) as {
      errors: { diagnostics: unknown[]; diagnosticCount: number }[];
    };
    expect(problem.errors[0]?.diagnostics).toHaveLength(20);
    expect(problem.errors[0]?.diagnosticCount).toBeGreaterThan(20);
    expect(refused.body.length).toBeLessThan(200_000);
    const checked = jsonOf(await service.ask("/validate", { body: { filterByFormula } }));
    expect(checked).toMatchObject({
      valid: false,
      diagnosticCount: problem.errors[0]?.diagnosticCount,
    });
  });

  it("a few mistakes are all listed, without a count", async () => {
    const service = await serve({ collections: { cars: { store } } });
    const problem = jsonOf(await service.ask("/cars?a=1&b=2"));
    expect(problem).not.toHaveProperty("errorCount");
  });
});

it("a silent connection that was told of its time-out is closed", async () => {
  const service = await serve({ collections: { cars: { store } }, headersMs: 300 });
  const socket = await openSocket(service.port);
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString();
  });
  // It never closes its own side. Both ends are in this process: that of the service goes.
  socket.allowHalfOpen = true;
  const sockets = (): number => openHandles().TCPSocketWrap ?? 0;
  socket.write("GET /cars HTTP/1.1\r\n");
  await until(() => received !== "");
  const open = sockets();
  await until(() => sockets() < open);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});

describe("a log that cannot be written", () => {
  it.runIf(existsSync("/dev/full"))(
    "a full disk: the service answers, and ends when it is told to",
    async () => {
      const full = openSync("/dev/full", "w");
      onTestFinished(() => closeSync(full));
      const [command, ...before] = PROGRAM;
      const child = spawn(command, [...before, "serve", "--demo", "20", "--port", "0"], {
        stdio: ["ignore", full, "pipe"],
        env: plainEnvironment(),
      });
      onTestFinished(() => {
        child.kill("SIGKILL");
      });
      let said = "";
      child.stderr?.on("data", (bytes) => {
        said += bytes.toString();
      });
      const exit = new Promise((resolve) => {
        child.once("exit", (code) => resolve(code));
      });
      await until(() => said.includes("/docs"));
      const [, url = ""] = /serving (\S+)\/cars/.exec(said) ?? [];
      for (let again = 0; again < 50; again++) {
        expect((await ask(`${url}/livez`)).status).toBe(200);
      }
      child.kill("SIGTERM");
      expect(await exit).toBe(0);
    },
  );

  it("a reader that is slow: lines are dropped and counted, and nothing waits", async (context) => {
    need(context, NAMED_PIPES);
    const [reader, writer] = await pipe();
    const output = new LogOutput(writer.fd);
    const line = `${JSON.stringify({ text: "x".repeat(100_000) })}\n`;
    for (let again = 0; again < 200; again++) output.write(line);
    let received = "";
    const dropped = (): number => Number(/were dropped","count":(\d+)/.exec(received)?.[1] ?? 0);
    // Every line that was kept, and the one that tells of the others.
    while (received.split("\n").length - 1 < 200 - dropped() + 1) {
      const { buffer, bytesRead } = await reader.read(Buffer.alloc(65_536));
      received += buffer.toString("latin1", 0, bytesRead);
    }
    expect(dropped()).toBeGreaterThan(0);
    expect(received.length).toBeLessThan(200 * line.length);
    // Everything is written: nothing goes to what has this descriptor next.
    await Promise.all([reader.close(), writer.close()]);
  });
});

describe("the formula cache", () => {
  it("weighs patterns by what they hold, and keeps what its memory allows", () => {
    const MB = 2 ** 20;
    const cache = new FormulaCache(demoSchema, { limits: { work: 1e12 } }, 4 * MB);
    const use = (source: string): void => {
      const compiled = cache.get(source);
      if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
      for (const car of cars.slice(0, 20)) compiled.bind(new Map()).matches(car);
    };
    use("{price} < 50000");
    expect(cache.bytes).toBeLessThan(10_000);
    use('REGEX_MATCH({title}, "(Long|Standard) Range")');
    expect(cache.bytes).toBeLessThan(100_000);
    // Its automata have a state for each set of places where an `a` was.
    const heavy = (index: number): string =>
      `REGEX_MATCH(REPT({vin} & {title}, 50), ".*[${index % 10}a].{${20 + index}}Q")`;
    let most = 0;
    for (let index = 0; index < 30; index++) {
      use(heavy(index));
      most = Math.max(most, cache.bytes);
    }
    expect(most).toBeGreaterThan(4 * MB);
    // One more is weighed after it was used.
    use("{price} < 1");
    expect(cache.bytes).toBeLessThan(4 * MB);
    const { misses } = cache;
    use(heavy(29));
    expect(cache.misses).toBe(misses);
    use(heavy(0));
    expect(cache.misses).toBe(misses + 1);
  });
});

it("brotli uses a small window for answers that are streamed", async () => {
  const long = new FaultInjector(store, { repeat: 50 });
  const service = await serve({ collections: { cars: { store: long } } });
  const headers = { "accept-encoding": "br", "x-api-key": service.token };
  const { body, isWhole } = await ask(`${service.url}/cars`, { headers });
  expect(isWhole).toBe(true);
  expect(JSON.parse(brotliDecompressSync(body).toString())).toHaveLength(50_000);
  // RFC 7932, section 9.1: these four bits are the size of a window of 2 ** 18 bytes. The memory of a stream grows with it.
  expect((body[0] ?? 0) & 0b1111).toBe(0b0011);
});
