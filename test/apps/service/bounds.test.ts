import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { LogOutput } from "../../../src/apps/service/log-output.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { need } from "../../harness/extent.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { readAnswers } from "./attacks/received.ts";
import { closed, exchange, jsonOf, openSocket } from "./harness/client.ts";
import { temporaryFolder } from "./harness/closing.ts";
import { FaultInjector, WritingFaultInjector } from "./harness/fault-injector.ts";
import { logged } from "./harness/logs.ts";
import { makePipe, NAMED_PIPES } from "./harness/programs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

// What a request costs is bounded before it is spent, and what a client does not read is not kept for ever.

serviceTests();
const cars = someCars(1_000);

it("a connection that is closed for its pipelined requests is logged once", async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const before = logged().length;
  const socket = await openSocket(service.port);
  socket.on("error", () => undefined);
  socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1_000));
  await closed(socket);
  expect((await service.ask("/livez")).status).toBe(200);
  const closings = logged()
    .slice(before)
    .filter((line) => line.includes("too far ahead"));
  expect(closings).toHaveLength(1);
});

it("pipelined requests run one after the other, and are answered in order", async () => {
  const store = new FaultInjector(await carStore(cars));
  const service = await serve({ collections: { cars: { store } } });
  let most = 0;
  store.faults = {
    before: async () => {
      most = Math.max(most, store.begun - store.ended);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const counts = Array.from({ length: 8 }, (_, index) => index + 1);
  const get = (path: string, header: string): string =>
    [`GET ${path} HTTP/1.1`, "host: x", header, "", ""].join("\r\n");
  const key = `x-api-key: ${service.token}`;
  const requests = counts.map((count) => get(`/cars?maxRecords=${count}`, key));
  const last = get("/livez", "connection: close");
  const answers = readAnswers(await exchange(service.port, requests.join("") + last));
  expect(answers).toHaveLength(9);
  expect(answers.slice(0, 8).map(({ body }) => JSON.parse(body).length)).toEqual(counts);
  expect(most).toBe(1);
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
  ])("is estimated and refused before the store is queried: %s", async (_, filterByFormula) => {
    const store = new FaultInjector(await carStore(cars));
    const service = await serve({ collections: { cars: { store } } });
    const vin = String(cars[0]?.vin);
    for (const [path, body] of [
      ["/cars/query", { filterByFormula }],
      ["/explain", { filterByFormula, record: vin }],
    ] as const) {
      const answer = await service.ask(path, { body });
      expect(answer.status).toBe(422);
      const { code, errors } = jsonOf(answer) as { code: string; errors: [{ diagnostics: [] }] };
      expect(code).toBe("invalid-formula");
      expect(JSON.stringify(errors)).toContain("too-costly");
      expect(answer.body.length).toBeLessThan(20_000);
    }
    const checked = jsonOf(await service.ask("/validate", { body: { filterByFormula } }));
    expect(checked).toMatchObject({ valid: false });
    expect(store.begun).toBe(0);
  });

  it("grows with the longest texts of the records", async () => {
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

  it("is aborted if it takes too long", async () => {
    // Each look at the clock is ten milliseconds later.
    const options = { timeoutMs: 50, clock: new ManualClock(10) };
    const store = await MemoryStore.from(cars, demoSchema, options);
    const service = await serve({ collections: { cars: { store } } });
    const filterByFormula = 'FIND("x", SUBSTITUTE(LOWER({optionCodes}), "a", {title})) > 1';
    const answer = await service.ask("/cars/query", { body: { filterByFormula } });
    expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-timeout" }]);
  });

  it("has an explanation of limited length", async () => {
    const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
    const filterByFormula = `LEN(${chains.map((chain) => chain.replace("30000", "100")).join("&")})>0`;
    const record = String(cars[0]?.vin);
    const answer = await service.ask("/explain", { body: { filterByFormula, record } });
    expect([answer.status, jsonOf(answer)]).toMatchObject([200, { matches: true }]);
    expect(answer.body.length).toBeLessThan(400_000);
  });
});

describe("problems", () => {
  it("list the first of many mistakes, and count them", async () => {
    const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
    const body = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`n${index}`, 1]));
    const answer = await service.ask("/cars/query", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.length).toBeLessThan(10_000);
    const problem = jsonOf(answer) as { errors: unknown[]; errorCount: number; detail: string };
    expect([problem.errors.length, problem.errorCount]).toEqual([20, 2_000]);
    expect(problem.detail).toContain("(and 1999 more)");
  });

  it("list the first of a formula's many diagnostics", async () => {
    const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
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

  it("list all of a few mistakes, without a count", async () => {
    const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
    const problem = jsonOf(await service.ask("/cars?a=1&b=2"));
    expect(problem).not.toHaveProperty("errorCount");
  });
});

/** The two ends of a pipe, which keeps little. */
async function pipe(): Promise<readonly [reader: FileHandle, writer: FileHandle]> {
  const path = join(temporaryFolder("pipe"), "pipe");
  makePipe(path);
  return Promise.all([open(path, "r"), open(path, "w")]);
}

it("a log with a slow reader drops lines and counts them, and never blocks its writer", async (context) => {
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

it("brotli uses a small window for streamed responses", async () => {
  const store = new WritingFaultInjector(await carStore(cars), { repeat: 3 });
  const service = await serve({ collections: { cars: { store } } });
  const answer = await service.ask("/cars", { headers: { "accept-encoding": "br" } });
  expect([answer.isWhole, answer.headers["content-length"]]).toEqual([true, undefined]);
  const { body } = answer;
  expect(brotliDecompressSync(body).length).toBeGreaterThan(1_000_000);
  // RFC 7932, section 9.1: these four bits are the size of a window of 2 ** 18 bytes. The memory of a stream grows with it.
  expect((body[0] ?? 0) & 0b1111).toBe(0b0011);
});
