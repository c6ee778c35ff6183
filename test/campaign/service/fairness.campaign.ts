import { setImmediate as nextIteration } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import {
  MemoryStore,
  type MemoryStoreOptions,
} from "../../../src/data/stores/memory/memory-store.ts";
import { ScanPool } from "../../../src/data/stores/scans/scan-pool.ts";
import { type Answer, ask, openSocket, queryOf } from "../../apps/service/harness/client.ts";
import { closeAtEnd } from "../../apps/service/harness/closing.ts";
import { FaultInjector } from "../../apps/service/harness/fault-injector.ts";
import { keepFromLogs } from "../../apps/service/harness/logs.ts";
import { type Served, serve, serviceTests, someCars } from "../../apps/service/harness/serve.ts";
import { expectBelow, extent, figure } from "../figures.ts";

// Clients share the time of the event loop and of threads: nobody waits for all the work of somebody else.

serviceTests();
const HEAVY = 200;
const records = someCars(extent(5_000, 40_000));
const COSTLY = 'REGEX_MATCH(REPT({vin} & {title}, 40), "[AB].{200}y")';
const ORDER = "sort.0.field=title&sort.1.field=optionCodes&fields.0=vin";

interface Shared extends Served {
  readonly other: string;
  readonly asked: FaultInjector;
}

/** A service with two keys, and what was asked of its records. */
async function serveTwo(options: MemoryStoreOptions = {}): Promise<Shared> {
  const keys = ["heavy", "cheap"].map((label) => createKey(label));
  for (const { token } of keys) keepFromLogs(token);
  const [token = "", other = ""] = keys.map((key) => key.token);
  const store = await MemoryStore.from(records, demoSchema, options);
  const asked = new FaultInjector(store, { before: () => Promise.resolve() });
  const service = await serve({
    collections: { cars: { store: asked } },
    keys: createKeyring(keys.map(({ stored }) => stored)),
  });
  return { ...service, token, other, asked };
}

/** Asks on many connections, and waits until all have begun. */
async function begin({ port, token, asked }: Shared, path: string, count: number): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(port)));
  for (const socket of sockets) {
    socket.resume();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n\r\n`);
  }
  await asked.until("all requests", ({ begun }) => begun === count);
}

/** Counts the iterations of the event loop while something runs. A query works in one of them at most, for one time slice. */
async function iterationsOf<T>(running: Promise<T>): Promise<readonly [T, number]> {
  let isOver = false;
  let count = 0;
  running.finally(() => {
    isOver = true;
  });
  for (; !isOver; count++) await nextIteration();
  return [await running, count];
}

describe.each([
  ["filters", `/cars${queryOf({ filterByFormula: COSTLY })}`],
  ["orders", `/cars?${ORDER}`],
])("200 costly %s of one key", (heavyName, heavy) => {
  it.each([
    ["a cheap query", "/cars?maxRecords=1"],
    ["a cheap filter", `/cars${queryOf({ filterByFormula: "{price} > 1", maxRecords: 1 })}`],
    ["a page", "/cars?pageSize=5"],
    ["an order", `/cars?${ORDER}&maxRecords=1`],
  ])("do not delay %s of another key", async (name, cheap) => {
    const service = await serveTwo();
    await begin(service, heavy, HEAVY);
    const from = performance.now();
    const headers = { "x-api-key": service.other };
    const asking = ask(`${service.url}${cheap}`, { headers });
    const [{ status }, iterations] = await iterationsOf(asking);
    const what = `${name} beside ${HEAVY} ${heavyName}`;
    figure(what, performance.now() - from, "ms");
    expect(status).toBe(200);
    // With the same key it has to wait for a time slice of each of the others, in 120 iterations and more; with another one, in about 5.
    // How many of the others are answered meanwhile tells nothing: a slice is enough for many of the orders.
    expectBelow(`${what}, iterations of the event loop`, iterations, 60, "");
  });
});

it("costly filters of one key do not delay /livez", async () => {
  const service = await serveTwo();
  await begin(service, `/cars${queryOf({ filterByFormula: COSTLY })}`, 20);
  for (let again = 0; again < 5; again++) {
    const from = performance.now();
    expect((await ask(`${service.url}/livez`)).status).toBe(200);
    figure("/livez beside 20 filters", performance.now() - from, "ms");
  }
  expectBelow("filters that were answered before", service.asked.ended, 10, "");
});

it("a thread searches for one key at a time, however many searches another key has begun", async () => {
  const pool = ScanPool.open({ threads: 1, isEager: true });
  closeAtEnd(() => pool.close());
  const service = await serveTwo({ pool });
  const count = 12;
  const path = `/cars${queryOf({ filterByFormula: COSTLY })}`;
  await begin(service, path, count);
  const answer = await ask(`${service.url}${path}`, { headers: { "x-api-key": service.other } });
  expect(answer.status).toBe(200);
  expectBelow("searches of another key that ended before", service.asked.ended, count / 2, "");
});

it("many sorts of a large table at once are all served, since waiting does not count as work", async () => {
  const path = `/cars?${ORDER}&maxRecords=2000`;
  const AT_ONCE = 20;
  const served = async (timeoutMs: number): Promise<readonly Answer[]> => {
    const store = await MemoryStore.from(records, demoSchema, { timeoutMs });
    const service = await serve({ collections: { cars: { store } } });
    return Promise.all(Array.from({ length: AT_ONCE }, () => service.ask(path)));
  };
  const from = performance.now();
  const [expected] = await served(600_000);
  const ms = performance.now() - from;
  figure(`${AT_ONCE} orders at once`, ms, "ms");
  // Most of them wait for longer than this, and each of them works for a twentieth of it.
  const answers = await served(ms / 2);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200));
  for (const { text } of answers) expect(text === expected?.text).toBe(true);
});
