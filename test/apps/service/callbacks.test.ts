import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createKey,
  createKeyring,
  isoformService,
  KeyFile,
  startService,
} from "../../../src/apps/service/index.ts";
import type { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { StoreError } from "../../../src/data/stores/store.ts";
import { ask, jsonOf } from "./harness/client.ts";
import { closeAtEnd, temporaryFolder } from "./harness/closing.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

// What a user hands to the service may throw. That must not change what the service does.

serviceTests();
let store: MemoryStore;

// A service that stops closes its store.
beforeEach(async () => {
  store = await carStore(someCars(10));
});

const broken = (): never => {
  throw new Error("a callback of the user broke");
};

describe("a file of keys whose problems go to a callback", () => {
  it.each([
    ["that throws", broken],
    ["that rejects", async () => broken()],
  ])("%s: a key that is revoked later is refused", async (_, onProblem) => {
    const path = join(temporaryFolder("callbacks"), "keys.json");
    const { token, stored } = await KeyFile.add(path, "first");
    keepFromLogs(token);
    const keys = await KeyFile.open(path);
    closeAtEnd(() => keys.close());
    let told = 0;
    keys.follow(() => {
      told++;
      return onProblem();
    });
    const service = await serve({ collections: { cars: { store } }, keys });
    const headers = { "x-api-key": token };
    expect((await ask(`${service.url}/cars`, { headers })).status).toBe(200);

    await writeFile(path, "{");
    await keys.look();
    expect(told).toBeGreaterThan(0);
    const revoked = { ...stored, revoked: new Date().toISOString() };
    await writeFile(path, JSON.stringify({ keys: [revoked] }));
    await keys.look();
    expect((await ask(`${service.url}/cars`, { headers })).status).toBe(401);
  });
});

describe("logs", () => {
  it.each([
    ["throws", broken],
    ["rejects", async () => broken()],
  ])("go to a stream that %s, and all requests are answered as without it", async (_, write) => {
    let lines = 0;
    const logTo = {
      write: () => {
        lines++;
        return write();
      },
    };
    const failing = new FaultInjector(store);
    const service = await serve({ collections: { cars: { store: failing } }, logTo });
    expect((await service.ask("/cars")).status).toBe(200);
    expect((await service.ask("/cars?x=1")).status).toBe(400);
    failing.faults = { error: new StoreError("unavailable", "away") };
    expect((await service.ask("/cars")).status).toBe(503);
    failing.faults = {
      error: new StoreError("unavailable", "away"),
      afterBatches: 500,
      repeat: 1000,
    };
    expect((await service.ask("/cars")).isWhole).toBe(false);
    failing.faults = {};
    expect((await service.ask("/cars")).status).toBe(200);
    expect(lines).toBeGreaterThan(0);
  });

  it("go to the logger of an application around the service", async () => {
    const app = fastify({
      loggerInstance: {
        ...{ level: "info", fatal: broken, error: broken, warn: broken, info: broken },
        ...{ debug: broken, trace: broken, silent: broken },
        child() {
          return this;
        },
      },
      logController: new fastify.LogController({ disableRequestLogging: true }),
    });
    const { token, stored } = createKey("tester");
    const failing = new FaultInjector(store);
    await app.register(isoformService, {
      collections: { cars: { store: failing } },
      keys: createKeyring([stored]),
      metrics: false,
    });
    const headers = { "x-api-key": token };
    // Its own `listen` logs, and so would throw.
    await app.ready();
    await new Promise<void>((resolve) => {
      app.server.listen(0, "127.0.0.1", resolve);
    });
    closeAtEnd(() => app.close());
    const address = app.server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    expect((await ask(`${url}/cars`, { headers })).status).toBe(200);
    failing.faults = { error: new StoreError("unavailable", "away") };
    const answer = await ask(`${url}/cars`, { headers });
    expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-unavailable" }]);
    failing.faults = {};
    expect((await ask(`${url}/cars`, { headers })).status).toBe(200);
  });
});

describe("stores and keys", () => {
  it("a check that throws synchronously makes the collection not ready, and the others are still notified", async () => {
    const throwing = new FaultInjector(store);
    throwing.check = broken;
    const service = await serve({ collections: { cars: { store: throwing }, more: { store } } });
    const answer = await service.ask("/readyz");
    expect([answer.status, jsonOf(answer)]).toEqual([
      503,
      {
        status: "unavailable",
        collections: { cars: "unavailable", more: "ok" },
        reasons: { cars: expect.any(String) },
      },
    ]);
  });

  it("a store that fails to close does not keep the others from closing", async () => {
    const throwing = new FaultInjector(store);
    throwing.close = broken;
    const other = new FaultInjector(store);
    let isClosed = false;
    other.close = async () => {
      isClosed = true;
    };
    const service = await serve({
      collections: { cars: { store: throwing }, more: { store: other } },
    });
    await service.stop();
    expect(isClosed).toBe(true);
    await expect(service.ask("/livez")).rejects.toThrow();
  });

  it("a clock that throws fails that request, and the next one is answered", async () => {
    let isBroken = true;
    const clock = (): Date => (isBroken ? broken() : new Date());
    const service = await serve({ collections: { cars: { store, formulas: { clock } } } });
    const path = `/cars?filterByFormula=${encodeURIComponent("{createdAt} < NOW()")}`;
    expect((await service.ask(path)).status).toBe(500);
    expect((await service.ask("/cars")).status).toBe(200);
    isBroken = false;
    expect((await service.ask(path)).status).toBe(200);
  });

  it("a keyring whose `find` throws or is asynchronous lets nobody in", async () => {
    const find: unknown = async () => ({ id: "a", label: "a" });
    for (const [keys, status] of [
      [{ find: broken }, 500],
      // In JavaScript nothing keeps it from being asynchronous.
      [Object.assign(createKeyring([]), { find }), 500],
    ] as const) {
      const service = await serve({ collections: { cars: { store } }, keys });
      expect((await service.ask("/cars")).status).toBe(status);
      expect((await service.ask("/livez")).status).toBe(200);
    }
  });
});

it("a port in use is an error, and the store can be served elsewhere", async () => {
  const taken = await serve({ collections: { cars: { store } } });
  const starting = startService({
    collections: { cars: { store } },
    keys: createKeyring([]),
    metrics: false,
    port: taken.port,
    logLevel: "silent",
  });
  await expect(starting).rejects.toThrow(/EADDRINUSE/);
  expect((await taken.ask("/cars")).status).toBe(200);
});
