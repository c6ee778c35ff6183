import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { StoreError } from "../../../src/data/stores/store.ts";
import { need } from "../../harness/extent.ts";
import { expectFitProblem } from "./attacks/problem.ts";
import { readAnswers } from "./attacks/received.ts";
import { exchange, jsonOf } from "./harness/client.ts";
import { CURL, curl } from "./harness/curl.ts";
import { FaultInjector, type Faults, WritingFaultInjector } from "./harness/fault-injector.ts";
import { neededProgram } from "./harness/programs.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();

const cars = someCars(1_000);

const TYPES = ["application/json", "application/x-ndjson", "text/csv"] as const;
const ENCODINGS = ["identity", "gzip", "br"] as const;
const EVERY_WAY = TYPES.flatMap((type) =>
  ENCODINGS.map((encoding) => [`${type} in ${encoding}`, type, encoding] as const),
);

/** Stores that hand over records, and stores that write them down by themselves. */
const STORES = [
  ["read", async (faults: Faults) => new FaultInjector(await carStore(cars), faults)],
  ["written", async (faults: Faults) => new WritingFaultInjector(await carStore(cars), faults)],
] as const;

describe.each(STORES)("a store that fails before the first byte: %s", (_, open) => {
  it.each([
    ["unavailable", 503, "store-unavailable", "5"],
    ["timeout", 503, "store-timeout", "5"],
    ["busy", 503, "store-busy", "1"],
    ["data", 500, "internal", undefined],
    ["setup", 503, "store-unavailable", "5"],
  ] as const)("%s is a problem with the status %s", async (code, status, shown, retry) => {
    const error = new StoreError(code, "connect to db7.internal as owner: SELECT broke FROM it");
    const store = await open({ error });
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
    expect(ready.headers["retry-after"]).toBe("5");
    expect(ready.text).not.toContain("db7");
    expect(store.ended).toBe(store.begun);
  });

  it("an unexpected error is a problem without its message", async () => {
    const store = await open({ error: new TypeError("x of undefined") });
    const service = await serve({ collections: { cars: { store } } });
    const answer = await service.ask("/cars");
    expect([answer.status, jsonOf(answer)]).toMatchObject([500, { code: "internal" }]);
    expect(answer.text).not.toContain("undefined");
  });

  it("is served again once the store works again", async () => {
    const store = await open({ error: new StoreError("unavailable", "away") });
    const service = await serve({ collections: { cars: { store } } });
    expect((await service.ask("/cars")).status).toBe(503);
    store.faults = {};
    expect((await service.ask("/cars")).status).toBe(200);
    expect((await service.ask("/readyz")).status).toBe(200);
  });
});

describe.each(STORES)("a store, whose records are %s, that", (_, open) => {
  const broken = async (): Promise<{ service: Served; store: FaultInjector }> => {
    const error = new StoreError("unavailable", "the connection broke");
    const store = await open({ error, afterBatches: 5, repeat: 10 });
    return { service: await serve({ collections: { cars: { store } } }), store };
  };

  it.each(EVERY_WAY)(
    "fails in the middle, and the body never looks whole: %s",
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

  it("fails in the middle, and curl reports it with HTTP/1.0 too", async (context) => {
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
    const answer = await service.ask("/cars?pageSize=10000");
    expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-unavailable" }]);
  });
});
