import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createKey, createKeyring, isoformService } from "../../../src/apps/service/index.ts";
import type { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { StoreError } from "../../../src/data/stores/store.ts";
import { ask, jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs, logTo } from "./harness/logs.ts";
import { asJson, carStore, serviceTests, someCars } from "./harness/serve.ts";

// The plugin in an application that is somebody else's, with hooks, parsers and handlers of its own.

serviceTests();
const cars = someCars(100);
const { token, stored } = createKey("tester");
keepFromLogs(token);
const keys = createKeyring([stored]);
const headers = { "x-api-key": token };
let store: MemoryStore;
let app: FastifyInstance;

beforeAll(async () => {
  store = await carStore(cars);
});
afterEach(() => app.close());

async function start(records: MemoryStore | FaultInjector, prefix = "/listings"): Promise<string> {
  // Its own lines would name addresses; ours are under our control.
  app = fastify({
    logger: { stream: logTo },
    logController: new fastify.LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler((_, __, reply) => reply.code(418).send("theirs"));
  app.setNotFoundHandler((_, reply) => reply.code(404).send("theirs"));
  app.addHook("onRequest", async (_, reply) => {
    reply.header("x-theirs", "1").header("vary", "x-tenant");
  });
  app.addContentTypeParser("text/plain", { parseAs: "string" }, (_, body, done) =>
    done(null, body),
  );
  app.get("/own", async () => ({ own: true }));
  app.post("/own", async ({ body }) => ({ body }));
  app.get("/broken", async () => {
    throw new Error("theirs");
  });
  await app.register(isoformService, {
    prefix,
    collections: { cars: { store: records } },
    keys,
    metrics: false,
  });
  return app.listen({ host: "127.0.0.1", port: 0 });
}

describe("a service mounted in another Fastify application", () => {
  it("serves under its prefix, with the application's hooks", async () => {
    const url = await start(store);
    const answer = await ask(`${url}/listings/cars`, { headers });
    expect(jsonOf(answer)).toEqual(asJson(cars));
    expect(answer.headers["x-theirs"]).toBe("1");
    expect(answer.headers.vary?.split(", ")).toEqual(["x-tenant", "accept", "accept-encoding"]);
    const body = { filterByFormula: '{country} = "Germany"' };
    const found = await ask(`${url}/listings/cars/query`, { headers, body });
    expect(jsonOf(found)).toEqual(asJson(cars.filter(({ country }) => country === "Germany")));
  });

  it("reads its parameters as it does alone", async () => {
    const url = await start(store);
    const query = "fields[]=vin&fields[]=price&sort[0][field]=price&maxRecords=4&pageSize=2";
    const answer = await ask(`${url}/listings/cars?${query}`, { headers });
    const sorted = [...cars].sort((a, b) => a.price - b.price || (a.vin < b.vin ? -1 : 1));
    expect(jsonOf(answer)).toEqual(sorted.slice(0, 2).map(({ vin, price }) => ({ vin, price })));
    const [, next = ""] = /^<(.*)>/.exec(String(answer.headers.link)) ?? [];
    const second = await ask(`${url}${next}`, { headers });
    expect(jsonOf(second)).toEqual(sorted.slice(2, 4).map(({ vin, price }) => ({ vin, price })));
  });

  it("responds to injected requests", async () => {
    await start(store);
    for (const path of ["/listings/cars", "/listings/cars?pageSize=10", "/listings/cars?x=1"]) {
      const { statusCode, body } = await app.inject({ url: path, headers });
      expect(statusCode).toBe(path.endsWith("x=1") ? 400 : 200);
      expect(() => JSON.parse(body)).not.toThrow();
    }
  });

  it("leaves the application's settings unchanged", async () => {
    const url = await start(store);
    expect(jsonOf(await ask(`${url}/own`))).toEqual({ own: true });
    expect(jsonOf(await ask(`${url}/own`, { body: { a: 1 } }))).toEqual({ body: { a: 1 } });
    const text = await ask(`${url}/own`, { body: "x", headers: { "content-type": "text/plain" } });
    expect(jsonOf(text)).toEqual({ body: "x" });
    expect((await ask(`${url}/broken`)).status).toBe(418);
    expect((await ask(`${url}/nothing`)).text).toBe("theirs");
  });

  it("answers its own mistakes by itself", async () => {
    const url = await start(store);
    const statuses: number[] = [];
    for (const [path, asking] of [
      ["/cars", {}],
      ["/cars?x=1", { headers }],
      [`/cars${queryOf({ filterByFormula: "{x}" })}`, { headers }],
      ["/cars", { headers, method: "DELETE" }],
      ["/cars/query", { headers: { ...headers, "content-type": "text/plain" }, body: "x" }],
      ["/cars/query", { headers: { ...headers, "content-type": "application/json" }, body: "{" }],
    ] as const) {
      const { status, headers: answered } = await ask(`${url}/listings${path}`, asking);
      expect(answered["content-type"]).toBe("application/problem+json; charset=utf-8");
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 400, 422, 405, 415, 400]);
  });

  it("turns a failing store into a problem, or an aborted response", async () => {
    const failing = new FaultInjector(store, { error: new StoreError("unavailable", "away") });
    const url = await start(failing);
    expect((await ask(`${url}/listings/cars`, { headers })).status).toBe(503);
    failing.faults = {
      error: new StoreError("unavailable", "away"),
      afterBatches: 50,
      repeat: 100,
    };
    const answer = await ask(`${url}/listings/cars`, { headers });
    expect([answer.status, answer.isWhole]).toEqual([200, false]);
  });

  it("serves at the root without a prefix", async () => {
    const url = await start(store, "/");
    expect((await ask(`${url}/cars`, { headers })).status).toBe(200);
    expect((await ask(`${url}/own`)).status).toBe(200);
    const { text } = await ask(`${url}/docs`);
    expect(text).not.toContain("//");
  });
});

describe("what cannot be served is an error at the start", () => {
  it.each([
    ["no key field", { path: "/cars" }, /no key field/],
    ["a path that is none", { path: "cars?" }, /cannot be served at/],
    ["a path with a segment of dots", { path: "/a/../cars" }, /cannot be served at/],
  ])("%s", async (name, { path }, message) => {
    app = fastify();
    const { demoSchema } = await import("../../../src/apps/demo/index.ts");
    const keyless = new FaultInjector(store);
    const { schemaOf } = await import("../../hostile/everywhere.ts");
    const schema = name === "no key field" ? schemaOf({ a: "text" }) : demoSchema;
    Object.defineProperty(keyless, "schema", { value: schema });
    const options = { collections: { cars: { store: keyless, path } }, keys, metrics: false };
    await expect(app.register(isoformService, options).ready()).rejects.toThrow(message);
  });

  it.each(["livez", "docs", "validate", "openapi.json"])(
    "a collection named `%s`, which is another route",
    async (name) => {
      app = fastify();
      const options = { collections: { cars: { store }, [name]: { store } }, keys, metrics: false };
      const registered = app.register(isoformService, { ...options, prefix: "/v1" }).ready();
      await expect(registered).rejects.toThrow(`something else is served at /v1/${name}: give`);
    },
  );

  it("two collections with one path", async () => {
    app = fastify();
    const collections = { cars: { store }, others: { store, path: "/cars" } };
    const registered = app.register(isoformService, { collections, keys, metrics: false }).ready();
    await expect(registered).rejects.toThrow("something else is served at /cars");
  });
});
