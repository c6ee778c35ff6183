import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { formulaBytes } from "../../src/service/formula-cache.ts";
import { LogOutput } from "../../src/service/log-output.ts";
import type { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { PROGRAM, plainEnvironment } from "../cli/run-cli.ts";
import { need } from "../harness/extent.ts";
import { readAnswers } from "./attacks/received.ts";
import { ask, exchange, jsonOf, openSocket } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { logged } from "./harness/logs.ts";
import { memoryInUse, openHandles, until } from "./harness/memory.ts";
import { findProgram, neededProgram } from "./harness/programs.ts";
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
  execFileSync("mkfifo", [path]);
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
        30,
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
    const service = await serve({ collections: { cars: { store } }, stallMs: 300 });
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

describe("problems", () => {
  it("list few of many mistakes, and say how many there are", async () => {
    const service = await serve({ collections: { cars: { store } } });
    const body = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`n${index}`, 1]));
    const answer = await service.ask("/cars/query", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.length).toBeLessThan(10_000);
    const problem = jsonOf(answer) as { errors: unknown[]; errorCount: number; detail: string };
    expect([problem.errors.length, problem.errorCount]).toEqual([20, 80_000]);
    expect(problem.detail).toContain("(and 79999 more)");
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
  const service = await serve({ collections: { cars: { store } } });
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
    need(context, neededProgram("mkfifo", findProgram("mkfifo")));
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
  it("weighs patterns by what they may hold", () => {
    const heavy = Array.from(
      { length: 12 },
      (_, index) => `REGEX_MATCH({title}, "a${index}.{200}")`,
    );
    expect(formulaBytes(`OR(${heavy.join(", ")})`)).toBeGreaterThan(10_000_000);
    expect(formulaBytes('REGEX_MATCH({title}, "(Long|Standard) Range")')).toBeLessThan(1_000_000);
    expect(formulaBytes("{price} < 50000")).toBeLessThan(10_000);
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
