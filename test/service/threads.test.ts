import { describe, expect, it, onTestFinished, vi } from "vitest";
import { demoSchema } from "../../src/demo/index.ts";
import { compileOrThrow } from "../../src/index.ts";
import { createKey, keyringOf } from "../../src/service/index.ts";
import { STORE_LIMITS } from "../../src/stores/limits.ts";
import { MemoryStore, type MemoryStoreOptions } from "../../src/stores/memory/memory-store.ts";
import { ScanPool } from "../../src/stores/scans/scan-pool.ts";
import { type ScanThread, startScanThread } from "../harness/start-scan-thread.ts";
import { openSocket, queryOf } from "./harness/client.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { serve, serviceTests, someCars } from "./harness/serve.ts";

// A service whose records are searched by a thread: nobody has it alone, and nobody waits for it without an end.

serviceTests();
const cars = someCars(10_000);
const MANY = 12;
const COSTLY = 'REGEX_MATCH(REPT({vin} & {title}, 40), "[AB].{200}y")';
const costly = `/cars${queryOf({ filterByFormula: COSTLY })}`;
const cheap = `/cars${queryOf({ filterByFormula: "{price} > 1", maxRecords: 1 })}`;

/** @param onStart is given each thread that starts */
function onePool(onStart: (thread: ScanThread) => void = () => undefined): ScanPool {
  const start = (): ScanThread => {
    const thread = startScanThread();
    onStart(thread);
    return thread;
  };
  const pool = new ScanPool({ threads: 1, isEager: true, start });
  onTestFinished(() => pool.close());
  return pool;
}

function storeIn(pool: ScanPool, options: MemoryStoreOptions = {}): Promise<MemoryStore> {
  return MemoryStore.from(cars, demoSchema, { ...options, pool });
}

describe("a thread that searches for a service", () => {
  it("searches for one key, however many searches another key has begun", async () => {
    const keys = ["many", "one"].map((label) => createKey(label));
    for (const { token } of keys) keepFromLogs(token);
    const store = await storeIn(onePool());
    const service = await serve({
      collections: { cars: { store } },
      keys: keyringOf(keys.map(({ stored }) => stored)),
    });
    const [many, one] = keys.map(({ token }) => ({ headers: { "x-api-key": token } }));
    let answered = 0;
    const others = Array.from({ length: MANY }, async () => {
      const { status } = await service.ask(costly, many);
      answered++;
      return status;
    });
    expect((await service.ask(costly, one)).status).toBe(200);
    expect(answered).toBeLessThan(MANY / 2);
    expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
  });

  it("ends a search whose client is gone", async () => {
    let count = 0;
    const stretches = (): number => count;
    const pool = onePool((thread) => {
      const post = thread.postMessage.bind(thread);
      thread.postMessage = (message) => {
        if (message.kind === "mark") count++;
        post(message);
      };
    });
    const store = await storeIn(pool);
    const service = await serve({ collections: { cars: { store } } });
    expect((await service.ask(cheap)).status).toBe(200);
    count = 0;
    expect((await service.ask(costly)).status).toBe(200);
    const whole = stretches();
    expect(whole).toBeGreaterThan(6);

    const socket = await openSocket(service.port);
    socket.write(`GET ${costly} HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\n\r\n`);
    await vi.waitFor(() => expect(stretches()).toBeGreaterThan(whole), { interval: 1 });
    socket.destroy();
    // Later requests are served, and nothing of the search goes on beside them.
    const until = stretches();
    for (let time = 0; time < whole; time++) expect((await service.ask(cheap)).status).toBe(200);
    expect(stretches() - until - whole).toBeLessThan(whole / 2);
  });

  it("is not waited for without an end: who has waited too long is told to try again", async () => {
    const pool = onePool();
    const busy = await storeIn(pool);
    const limits: { readonly waitMs: number } = STORE_LIMITS;
    const wait = vi.spyOn(limits, "waitMs", "get").mockReturnValue(20);
    onTestFinished(() => wait.mockRestore());
    const store = await storeIn(pool, { timeoutMs: 20 });
    const service = await serve({ collections: { cars: { store } } });
    const filter = compileOrThrow(COSTLY, demoSchema);
    const ends = Array.from({ length: 40 }, () => new AbortController());
    const others = ends.map(({ signal }, index) =>
      busy.count(filter, signal, { owner: `owner ${index}` }).catch(() => "ended"),
    );
    const answer = await service.ask(cheap);
    for (const end of ends) end.abort();
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(JSON.parse(answer.text)).toMatchObject({ code: "store-busy" });
    expect(await Promise.all(others)).toContain("ended");
  });
});
