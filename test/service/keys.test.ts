import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey, KeyFile, KeyFileError, keyringOf } from "../../src/service/index.ts";
import type { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { type Answer, ask, jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { until } from "./harness/memory.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
let folder = "";
let store: MemoryStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "isoform-keys-"));
  store = await carStore(someCars(10));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const collections = (): { cars: { store: MemoryStore } } => ({ cars: { store } });

describe("keys", () => {
  it("are kept as hashes only", () => {
    const { token, stored } = createKey("someone");
    // The secret may have a `_` of its own, also as its first character.
    const [, id = "", secret = ""] = /^isf_([0-9a-f]{16})_([\w-]{43})$/.exec(token) ?? [];
    expect(stored.id).toBe(id);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(keyringOf([stored]).find(token)).toEqual({ id, label: "someone" });
  });

  it("have a weight, which stores get", async () => {
    const key = createKey("big", { weight: 4 });
    keepFromLogs(key.token);
    const keys = keyringOf([key.stored]);
    expect(keys.find(key.token)).toMatchObject({ weight: 4 });
    const asked = new FaultInjector(store);
    const service = await serve({ collections: { cars: { store: asked } }, keys });
    const headers = { "x-api-key": key.token };
    expect((await ask(`${service.url}/cars?maxRecords=1`, { headers })).status).toBe(200);
    const record = queryOf({ filterByFormula: "1", record: "x" });
    expect((await ask(`${service.url}/explain${record}`, { headers })).status).toBe(422);
    const owner = { owner: key.stored.id, weight: 4 };
    expect(asked.queries).toMatchObject([owner, owner]);
    expect(() => createKey("small", { weight: 0.5 })).toThrow(/a whole number from 1 to 10/);
  });

  it("whose keyring gives a wrong weight are an error of the program", async () => {
    const keys = { find: () => ({ id: "x", label: "x", weight: Number.NaN }) };
    const service = await serve({ collections: collections(), keys });
    expect((await service.ask("/cars")).status).toBe(500);
  });

  it("an expired key counts no more, and one that will expire still does", async () => {
    const service = await serve({
      collections: collections(),
      key: { expires: new Date(Date.now() + 3_600_000) },
    });
    expect((await service.ask("/cars")).status).toBe(200);
    const late = await serve({
      collections: collections(),
      key: { expires: new Date(Date.now() - 1) },
    });
    expect((await late.ask("/cars")).status).toBe(401);
  });

  it("a key expires while the service runs", async () => {
    const expires = new Date(Date.now() + 800);
    const service = await serve({ collections: collections(), key: { expires } });
    const { status } = await service.ask("/cars");
    // On a busy machine it may have expired before the answer.
    if (Date.now() < expires.getTime()) expect(status).toBe(200);
    await until(() => Date.now() > expires.getTime());
    expect((await service.ask("/cars")).status).toBe(401);
  });

  it("a refused key gets the same answer, whatever is wrong with it", async () => {
    const { token, stored } = createKey("revoked");
    keepFromLogs(token);
    const keys = keyringOf([{ ...stored, revoked: new Date().toISOString() }]);
    const service = await serve({ collections: collections(), keys });
    const texts = new Set<string>();
    for (const key of [token, `${token}x`, "x", createKey("other").token, "x".repeat(5_000)]) {
      const answer = await ask(`${service.url}/cars`, { headers: { "x-api-key": key } });
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe('ApiKey header="x-api-key"');
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  it("everybody may ask whether the service lives, and how it is used; nothing else", async () => {
    const service = await serve({ collections: collections(), metrics: true });
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

describe("a file of keys", () => {
  it("no file is made to revoke a key in", async () => {
    const path = join(folder, "missing.json");
    await expect(KeyFile.revoke(path, "0000000000000000")).rejects.toThrow(KeyFileError);
    expect(existsSync(path)).toBe(false);
  });

  it("keys are added and revoked while the service runs", async () => {
    const path = join(folder, "running.json");
    const { token } = await KeyFile.add(path, "first");
    const keys = await KeyFile.open(path);
    keys.follow(() => undefined);
    const service = await serve({ collections: collections(), keys });
    const statusOf = async (key: string): Promise<number> => {
      keepFromLogs(key);
      return (await ask(`${service.url}/cars`, { headers: { "x-api-key": key } })).status;
    };
    expect(await statusOf(token)).toBe(200);

    const second = await KeyFile.add(path, "second");
    await until(() => keys.keys.length === 2);
    expect([await statusOf(token), await statusOf(second.token)]).toEqual([200, 200]);

    const revoked = await KeyFile.revoke(path, keys.keys[0]?.id ?? "");
    expect(revoked?.label).toBe("first");
    await until(() => keys.keys[0]?.revoked !== undefined);
    expect([await statusOf(token), await statusOf(second.token)]).toEqual([401, 200]);
    expect(await KeyFile.revoke(path, "0000000000000000")).toBeUndefined();
    keys.close();
  });

  it("a file that broke keeps the keys as they were, and says so once", async () => {
    const path = join(folder, "broken.json");
    const { token } = await KeyFile.add(path, "first");
    const keys = await KeyFile.open(path);
    const problems: string[] = [];
    keys.follow(({ message }) => problems.push(message));
    const good = await readFile(path, "utf8");
    for (const bad of ["{", "[]", '{"keys":[{}]}', '{"keys":5}']) {
      const before = problems.length;
      await writeFile(path, bad);
      await until(() => problems.length > before);
      expect(keys.find(token)?.label).toBe("first");
    }
    const told = problems.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 1_300);
    });
    expect(problems).toHaveLength(told);
    await rm(path);
    await until(() => problems.length > told);
    expect(keys.find(token)?.label).toBe("first");
    const { token: other } = createKey("other");
    await writeFile(path, good);
    const added = await KeyFile.add(path, "second");
    await until(() => keys.find(added.token) !== undefined);
    expect(keys.find(token)?.label).toBe("first");
    expect(keys.find(other)).toBeUndefined();
    keys.close();
  });

  it("there is none, or it holds something else: an error for the operator", async () => {
    await expect(KeyFile.open(join(folder, "absent.json"))).rejects.toThrow(KeyFileError);
    const path = join(folder, "else.json");
    await writeFile(path, '{"keys":[{"id":"x"}]}');
    await expect(KeyFile.open(path)).rejects.toThrow(/else\.json: key 1: `label` is missing/);
    await expect(KeyFile.add(path, "x")).rejects.toThrow(KeyFileError);
    expect(await readFile(path, "utf8")).toBe('{"keys":[{"id":"x"}]}');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("is readable by its owner only", async () => {
    const path = join(folder, "mode.json");
    const { token } = await KeyFile.add(path, "first");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).not.toContain(token.slice(-43));
  });

  it("of keys that are made at once, none is lost", async () => {
    const path = join(folder, "many.json");
    await Promise.all(Array.from({ length: 20 }, (_, index) => KeyFile.add(path, `key ${index}`)));
    const { keys } = await KeyFile.open(path);
    expect(keys.map(({ label }) => label).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `key ${index}`).sort(),
    );
  });

  it("of keys that two processes make at once, none is lost", async () => {
    const path = join(folder, "processes.json");
    const source = pathToFileURL(join(import.meta.dirname, "../../src/service/index.ts")).href;
    const code = `
      const { KeyFile } = await import(${JSON.stringify(source)});
      for (let index = 0; index < 10; index++) await KeyFile.add(${JSON.stringify(path)}, process.argv[1] + index);
    `;
    const run = (name: string): Promise<unknown> =>
      promisify(execFile)(process.execPath, [
        "--import",
        "tsx",
        "--input-type=module",
        "-e",
        code,
        name,
      ]);
    await Promise.all([run("a"), run("b")]);
    const { keys } = await KeyFile.open(path);
    expect(new Set(keys.map(({ label }) => label)).size).toBe(20);
  });
});

describe("rates", () => {
  it("a key may ask so often, and is told what is left", async () => {
    const rate = { requests: 3, seconds: 3_600 };
    const service = await serve({ collections: collections(), rate });
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

  it("a key's own rate counts in place of the service's, and keys do not share", async () => {
    const one = createKey("one", { rate: { requests: 1, seconds: 3_600 } });
    const two = createKey("two");
    for (const { token } of [one, two]) keepFromLogs(token);
    const keys = keyringOf([one.stored, two.stored]);
    const service = await serve({
      collections: collections(),
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

  it("without a rate nothing is said of one", async () => {
    const service = await serve({ collections: collections() });
    const { headers } = await service.ask("/cars");
    expect([headers.ratelimit, headers["ratelimit-policy"]]).toEqual([undefined, undefined]);
  });
});
