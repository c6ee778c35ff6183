import { describe, expect, it } from "vitest";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import { keyringAt } from "../../../src/apps/service/keyring.ts";
import { type Answer, ask, jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const cars = someCars(10);
const collections = async () => ({ cars: { store: await carStore(cars) } });

describe("keys", () => {
  it("are stored as hashes only", () => {
    const { token, stored } = createKey("someone");
    // The secret may have a `_` of its own, also as its first character.
    const [, id = "", secret = ""] = /^isf_([0-9a-f]{16})_([\w-]{43})$/.exec(token) ?? [];
    expect(stored.id).toBe(id);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(createKeyring([stored]).find(token)).toEqual({ id, label: "someone" });
  });

  it("have a weight, which stores receive", async () => {
    const key = createKey("big", { weight: 4 });
    keepFromLogs(key.token);
    const keys = createKeyring([key.stored]);
    expect(keys.find(key.token)).toMatchObject({ weight: 4 });
    const asked = new FaultInjector(await carStore(cars));
    const service = await serve({ collections: { cars: { store: asked } }, keys });
    const headers = { "x-api-key": key.token };
    expect((await ask(`${service.url}/cars?maxRecords=1`, { headers })).status).toBe(200);
    const record = queryOf({ filterByFormula: "1", record: "x" });
    expect((await ask(`${service.url}/explain${record}`, { headers })).status).toBe(422);
    const owner = { id: key.stored.id, weight: 4 };
    expect(asked.calls).toMatchObject([{ owner }, { owner }]);
    expect(() => createKey("small", { weight: 0.5 })).toThrow(/a whole number from 1 to 10/);
  });

  it("from a keyring with an invalid weight are an error of the program", async () => {
    const keys = { find: () => ({ id: "x", label: "x", weight: Number.NaN }) };
    const service = await serve({ collections: await collections(), keys });
    expect((await service.ask("/cars")).status).toBe(500);
  });

  it("expire while the service runs", async () => {
    const until = new Date("2030-01-01");
    let now = until.getTime() - 1;
    const { token, stored } = createKey("short-lived", { expires: until });
    keepFromLogs(token);
    const keys = keyringAt([stored], () => now);
    const service = await serve({ collections: await collections(), keys });
    const status = async (): Promise<number> =>
      (await ask(`${service.url}/cars`, { headers: { "x-api-key": token } })).status;
    expect(await status()).toBe(200);
    now++;
    expect(await status()).toBe(401);
  });

  it("that are refused get the same response, whatever is wrong with them", async () => {
    const { token, stored } = createKey("revoked");
    keepFromLogs(token);
    const keys = createKeyring([{ ...stored, revoked: new Date().toISOString() }]);
    const service = await serve({ collections: await collections(), keys });
    const texts = new Set<string>();
    for (const key of [token, `${token}x`, "x", createKey("other").token, "x".repeat(5_000)]) {
      const answer = await ask(`${service.url}/cars`, { headers: { "x-api-key": key } });
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe('ApiKey header="x-api-key"');
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  it("are not needed for liveness and the documents, and for nothing else", async () => {
    const service = await serve({ collections: await collections(), metrics: true });
    const statuses = new Map<string, number>();
    for (const path of [
      "/livez",
      "/readyz",
      "/docs",
      "/openapi.json",
      "/cars",
      "/schema",
      "/validate",
      "/explain",
      "/metrics",
    ])
      statuses.set(path, (await ask(`${service.url}${path}`)).status);
    statuses.set("/cars/query", (await ask(`${service.url}/cars/query`, { body: {} })).status);
    const open = [...statuses].filter(([, status]) => status === 200).map(([path]) => path);
    expect(open).toEqual(["/livez", "/readyz", "/docs"]);
    expect(new Set([...statuses.values()])).toEqual(new Set([200, 401]));
  });
});

describe("rates", () => {
  it("limit a key's requests, and are in the headers", async () => {
    const rate = { requests: 3, seconds: 3_600 };
    const service = await serve({ collections: await collections(), rate });
    const answers: Answer[] = [];
    for (let again = 0; again < 5; again++) answers.push(await service.ask("/cars?maxRecords=1"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers["ratelimit-policy"])).toEqual(
      Array(5).fill('"key";q=3;w=3600'),
    );
    expect(
      answers.map(({ headers }) => /;r=(\d+);t=\d+$/.exec(String(headers.ratelimit))?.[1]),
    ).toEqual(["2", "1", "0", "0", "0"]);
    expect(Number(answers[3]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(answers[0]?.headers["retry-after"]).toBeUndefined();
    expect(jsonOf(answers[4] ?? { text: "" })).toMatchObject({
      code: "too-many-requests",
      status: 429,
    });
    // Neither a wrong key nor what is open counts.
    expect((await service.ask("/livez")).status).toBe(200);
  });

  it("of a key replace the service's, and are not shared", async () => {
    const one = createKey("one", { rate: { requests: 1, seconds: 3_600 } });
    const two = createKey("two");
    for (const { token } of [one, two]) keepFromLogs(token);
    const keys = createKeyring([one.stored, two.stored]);
    const service = await serve({
      collections: await collections(),
      keys,
      rate: { requests: 2, seconds: 3_600 },
    });
    const statusOf = async ({ token }: { token: string }): Promise<number> =>
      (await ask(`${service.url}/cars`, { headers: { "x-api-key": token } })).status;
    expect([await statusOf(one), await statusOf(one)]).toEqual([200, 429]);
    expect([await statusOf(two), await statusOf(two), await statusOf(two)]).toEqual([
      200, 200, 429,
    ]);
  });

  it("that are not set have no headers", async () => {
    const service = await serve({ collections: await collections() });
    const { headers } = await service.ask("/cars");
    expect([headers.ratelimit, headers["ratelimit-policy"]]).toEqual([undefined, undefined]);
  });
});
