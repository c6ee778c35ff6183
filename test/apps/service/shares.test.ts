import { beforeAll, describe, expect, it } from "vitest";
import type { Car } from "../../../src/apps/demo/index.ts";
import { boundsOf } from "../../../src/apps/service/bounds.ts";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { ask, closed, jsonOf, openSocket } from "./harness/client.ts";
import { type Faults, WritingFaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { begin, firstBytes, statusOf } from "./harness/readers.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";
import { Changes, Gate } from "./harness/waiting.ts";

// Clients share what there is: whoever takes much leaves something for the others.

serviceTests();
const MB = 2 ** 20;
const SMALL = 16 * MB;
let cars: readonly Car[];

beforeAll(() => {
  cars = someCars(1_000);
});

interface Shared extends Served {
  /** The tokens of all keys. */
  readonly tokens: readonly string[];
}

async function serveMany(faults: Faults = {}, memory = SMALL): Promise<Shared> {
  const made = Array.from({ length: 5 }, (_, index) => createKey(`client ${index}`));
  for (const { token } of made) keepFromLogs(token);
  const keys = createKeyring(made.map(({ stored }) => stored));
  const store = new WritingFaultInjector(await carStore(cars), faults);
  const service = await serve({ collections: { cars: { store } }, keys, memory });
  const tokens = made.map(({ token }) => token);
  return { ...service, tokens };
}

/** More than anybody reads, and more than the system keeps. */
const HUGE: Faults = { repeat: 200 };

async function beginMany(
  { port }: Served,
  token: string,
  count: number,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let again = 0; again < count; again++) {
    const socket = await begin(port, "/cars", `x-api-key: ${token}`, "accept-encoding: x");
    statuses.push(await statusOf(socket));
  }
  return statuses;
}

describe("a key whose client reads nothing", () => {
  it("holds its share of streamed responses, and others get theirs", async () => {
    const service = await serveMany(HUGE);
    const [token = "", other = "", third = ""] = service.tokens;
    // Of 16 MB, 4 are for answers, of which 1 is its share: four streams.
    expect(await beginMany(service, token, 6)).toEqual([200, 200, 200, 200, 429, 429]);
    const refused = await ask(`${service.url}/cars`, { headers: { "x-api-key": token } });
    expect(refused.headers["retry-after"]).toBe("1");
    expect(jsonOf(refused)).toMatchObject({ code: "too-many-requests" });
    expect(await beginMany(service, other, 2)).toEqual([200, 200]);
    // A short answer needs no stream.
    const headers = { "x-api-key": third };
    expect((await ask(`${service.url}/cars?maxRecords=1`, { headers })).status).toBe(200);
  });

  it("holds its share of pages, and gets it again once they are sent", async () => {
    const gate = new Gate();
    const before = async (batch: number): Promise<void> => {
      if (batch === 1) await gate.opened;
    };
    const service = await serveMany({ repeat: 2, before });
    const [token = "", other = ""] = service.tokens;
    const path = `${service.url}/cars?pageSize=2000`;
    const headers = { "x-api-key": token };
    const count = 12;
    let refused = 0;
    const changes = new Changes();
    // A thousand records are 0.5 MB, and are written when the gate stops the page.
    const asked = Array.from({ length: count }, async () => {
      const answer = await ask(path, { headers });
      if (answer.status === 429) refused++;
      changes.changed();
      return answer;
    });
    await changes.until("the refusals of all pages but two", () => refused >= count - 2);
    const short = await ask(`${service.url}/schema`, { headers: { "x-api-key": other } });
    expect(short.status).toBe(200);
    gate.open();
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const { status, text } of answers) {
      if (status === 200) expect(JSON.parse(text)).toHaveLength(2_000);
    }
    expect((await ask(path, { headers })).status).toBe(200);
  });

  it("holds its share of orders, and gets it again once they are sent", async () => {
    const gate = new Gate();
    const fields = { vin: { type: "text", key: true }, code: "number" } as const;
    const long = { formula: 'RIGHT(REPT("0", 400) & {code}, 400)' };
    const records = cars.map(({ vin }, index) => ({ vin, code: (index * 7) % 1_000 }));
    const memory = await MemoryStore.from(records, defineSchema({ ...fields, long }));
    const store = new WritingFaultInjector(memory, { before: () => gate.opened });
    const service = await serve({ collections: { cars: { store } }, memory: SMALL });
    // The values by which a thousand records are sorted take 0.4 MB, of which the share has 1 MB.
    const path = "/cars?filterByFormula={code}>=0&maxRecords=2&fields.0=code&sort.0.field=long";
    const count = 12;
    let refused = 0;
    const changes = new Changes();
    const asked = Array.from({ length: count }, async () => {
      const answer = await service.ask(path);
      if (answer.status === 429) refused++;
      changes.changed();
      return answer;
    });
    await changes.until("the refusals of all orders but two", () => refused >= count - 2);
    gate.open();
    for (const answer of await Promise.all(asked)) {
      if (answer.status === 200) expect(jsonOf(answer)).toEqual([{ code: 0 }, { code: 1 }]);
      else expect(jsonOf(answer)).toMatchObject({ code: "too-many-requests" });
    }
    expect((await service.ask(path)).status).toBe(200);
  });

  it("leaves too little for others only together with many such keys: the last ones get 503", async () => {
    const service = await serveMany(HUGE);
    const statuses: number[] = [];
    for (const token of service.tokens) statuses.push(...(await beginMany(service, token, 5)));
    expect(new Set(statuses)).toEqual(new Set([200, 429, 503]));
    expect((await ask(`${service.url}/livez`)).status).toBe(200);
  });

  it("holds its share of compressors: then gzip is used, and then none", async () => {
    // 2.5 MB are for compressors.
    const service = await serveMany(HUGE, 20 * MB);
    const encodings: (string | undefined)[] = [];
    for (const token of service.tokens.slice(0, 4)) {
      const headers = [`x-api-key: ${token}`, "accept-encoding: br, gzip;q=0.5"];
      const head = await firstBytes(await begin(service.port, "/cars", ...headers));
      encodings.push(/content-encoding: (\w+)/.exec(head)?.[1]);
    }
    expect(encodings).toEqual(["br", "br", "gzip", undefined]);
  });
});

it.each(["/cars?pageSize=2000", "/cars?pageSize=2000&fields.0=title&sort.0.field=price"])(
  "a page larger than the memory of all responses gets 422: %s",
  async (path) => {
    const service = await serve({
      collections: { cars: { store: await longTitles() } },
      memory: SMALL,
    });
    const { status, headers, text } = await service.ask(path);
    expect([status, headers["retry-after"]]).toEqual([422, undefined]);
    expect(JSON.parse(text)).toMatchObject({
      code: "invalid-query",
      errors: [{ code: "too-large", help: expect.stringContaining("fewer") }],
    });
    expect((await service.ask("/cars?pageSize=100")).status).toBe(200);
  },
);

/** A thousand cars whose titles alone are 8 MB. */
async function longTitles(): Promise<MemoryStore> {
  return carStore(cars.map((car) => ({ ...car, title: "x".repeat(8_000) })));
}

it("clients without a key share their own budget: holders of keys are served beside them", async () => {
  const service = await serveMany();
  // Of 16 requests, a client at one address may have a quarter.
  const sockets = await Promise.all(Array.from({ length: 40 }, () => begin(service.port, "/docs")));
  const statuses = new Set(await Promise.all(sockets.map(statusOf)));
  expect([200, 429]).toEqual(expect.arrayContaining([...statuses]));
  const headers = { "x-api-key": service.token };
  expect((await ask(`${service.url}/cars?maxRecords=1`, { headers })).status).toBe(401);
  const [token = ""] = service.tokens;
  const known = { headers: { "x-api-key": token } };
  expect((await ask(`${service.url}/cars?maxRecords=1`, known)).status).toBe(200);
  expect((await ask(`${service.url}/livez`)).status).toBe(200);
});

it("silent connections are closed for a client that sends a request", async () => {
  const service = await serveMany();
  const { connections } = boundsOf(SMALL);
  const silent = await Promise.all(
    Array.from({ length: connections }, () => openSocket(service.port)),
  );
  const changes = new Changes();
  for (const socket of silent) socket.resume().once("close", () => changes.changed());
  const count = (): number => silent.filter((socket) => socket.closed).length;
  for (let more = 1; more <= 3; more++) {
    const [token = ""] = service.tokens;
    const socket = await begin(service.port, "/cars?maxRecords=1", `x-api-key: ${token}`);
    expect(await statusOf(socket)).toBe(200);
    await changes.until(`${more} closed connections`, () => count() === more);
  }
  for (const socket of silent.slice(0, 3)) await closed(socket);
});
