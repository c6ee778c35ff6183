import type { Socket } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { demoSchema } from "../../src/demo/index.ts";
import { createKey, keyringOf } from "../../src/service/index.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { countOf } from "../harness/extent.ts";
import { type Answer, ask, openSocket, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { until } from "./harness/memory.ts";
import { type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

// Queries in memory take turns. Nobody waits for all the work of somebody else.

serviceTests();
const HEAVY = 200;
const records = someCars(countOf(15_000, 40_000));
let store: MemoryStore;

beforeAll(async () => {
  store = await MemoryStore.from(records, demoSchema);
});

/** Turns of the event loop so far. A query goes on in one of them at most, for one stretch of its work. */
class Turns {
  count = 0;
  #isOver = false;

  constructor() {
    const next = (): void => {
      this.count++;
      if (!this.#isOver) setImmediate(next);
    };
    setImmediate(next);
    onTestFinished(() => {
      this.#isOver = true;
    });
  }
}

/** A service with two keys, and what was asked of its records. */
async function serveTwo(): Promise<Served & { readonly other: string; asked: FaultInjector }> {
  const keys = ["heavy", "cheap"].map((label) => createKey(label));
  for (const { token } of keys) keepFromLogs(token);
  const [token = "", other = ""] = keys.map((key) => key.token);
  const asked = new FaultInjector(store, { before: () => Promise.resolve() });
  const service = await serve({
    collections: { cars: { store: asked } },
    keys: keyringOf(keys.map(({ stored }) => stored)),
  });
  return { ...service, token, other, asked };
}

/** Asks on many connections, and does not wait for the answers. */
async function askMany({ port, token }: Served, path: string): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: HEAVY }, () => openSocket(port)));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const send = (socket: Socket): boolean =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n\r\n`);
  for (const socket of sockets) send(socket);
}

/** It takes some turns. */
const ORDER = "sort.0.field=title&sort.1.field=optionCodes&fields.0=vin";
const costly = 'REGEX_MATCH(REPT({vin} & {title}, 40), "[AB].{200}y")';

describe.each([
  ["filters", `/cars${queryOf({ filterByFormula: costly })}`],
  ["orders", `/cars?${ORDER}`],
])("200 costly %s of one key", (_, heavy) => {
  it.each([
    ["a cheap query", "/cars?maxRecords=1"],
    ["a cheap filter", `/cars${queryOf({ filterByFormula: "{price} > 1", maxRecords: 1 })}`],
    ["a page", "/cars?pageSize=5"],
    ["an order", `/cars?${ORDER}&maxRecords=1`],
  ])("let %s of another key pass", async (_name, cheap) => {
    const service = await serveTwo();
    await askMany(service, heavy);
    await until(() => service.asked.begun === HEAVY);
    const turns = new Turns();
    const headers = { "x-api-key": service.other };
    const answer = await ask(`${service.url}${cheap}`, { headers });
    expect(answer.status).toBe(200);
    // Each of the others would have had its turn if the line had no owners.
    expect(turns.count).toBeLessThan(HEAVY);
    expect(service.asked.ended).toBeLessThan(HEAVY / 2);
  });
});

describe("many orders of a large table at once", () => {
  it("are all served, since waiting does not count as work", async () => {
    const path = `/cars?${ORDER}&maxRecords=2000`;
    const AT_ONCE = 20;
    const served = async (timeoutMs: number): Promise<readonly Answer[]> => {
      const limited = await MemoryStore.from(records, demoSchema, { timeoutMs });
      const service = await serve({ collections: { cars: { store: limited } } });
      return Promise.all(Array.from({ length: AT_ONCE }, () => service.ask(path)));
    };
    const start = performance.now();
    const [expected] = await served(600_000);
    // The work of one of them takes a twentieth of it.
    const answers = await served((performance.now() - start) / 3);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200));
    for (const { text } of answers) expect(text === expected?.text).toBe(true);
  });
});
