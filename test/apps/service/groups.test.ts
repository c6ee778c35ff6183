import { beforeAll, describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { summarize } from "../../../src/data/summary/index.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";
import { Gate } from "./harness/waiting.ts";

serviceTests();
const cars = someCars(400);
let service: Served;

beforeAll(async () => {
  service = await serve({ collections: { cars: { store: await carStore(cars) } } });
});

const ASKED = {
  filterByFormula: "{price} < 60000",
  "groupBy.0.field": "country",
  "measure.0": "count",
  "measure.1": "min(price)",
  "measure.2": "sum({price} * 0.1)",
  "sort.0.field": "count",
  "sort.0.direction": "desc",
  maxRecords: 4,
};
const QUERY = {
  filterByFormula: "{price} < 60000",
  groupBy: [{ field: "country" }],
  measure: ["count", "min(price)", "sum({price} * 0.1)"],
  sort: [{ field: "count", direction: "desc" as const }],
  maxRecords: 4,
};

function expected(): unknown {
  const { measure, sort } = QUERY;
  const some = cars.filter(({ price }) => (price ?? Number.NaN) < 60_000);
  return summarize(some, {
    schema: demoSchema,
    groupBy: ["country"],
    measures: measure,
    sort,
    limit: 4,
  });
}

describe("groups", () => {
  it("equal those of the library, from an address and from a body", async () => {
    const answer = await service.ask(`/cars/groups${queryOf(ASKED)}`);
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toEqual(expected());
    expect(jsonOf(await service.ask("/cars/groups", { body: QUERY }))).toEqual(expected());
  });

  it("without keys and measures are the count of all", async () => {
    expect(jsonOf(await service.ask("/cars/groups"))).toEqual([{ count: 400 }]);
  });

  it("have a tag, and a HEAD", async () => {
    const { headers } = await service.ask(`/cars/groups${queryOf(ASKED)}`);
    const etag = String(headers.etag);
    const again = await service.ask(`/cars/groups${queryOf(ASKED)}`, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    const more = { ...ASKED, "measure.1": "max(price)" };
    expect((await service.ask(`/cars/groups${queryOf(more)}`)).headers.etag).not.toBe(etag);
    const head = await service.ask(`/cars/groups${queryOf(ASKED)}`, { method: "HEAD" });
    expect(head.headers.etag).toBe(etag);
    const clock = { "groupBy.0.formula": "{createdAt} < NOW()" };
    expect((await service.ask(`/cars/groups${queryOf(clock)}`)).status).toBe(200);
  });

  it("are served as CSV and NDJSON, with errors", async () => {
    const path = `/cars/groups${queryOf({ "measure.0": "sum(1 / 0)", "measure.1": "count" })}`;
    const as = async (accept: string): Promise<string> =>
      (await service.ask(path, { headers: { accept } })).text;
    expect(await as("application/json")).toBe('[{"sum(1 / 0)":{"error":true},"count":400}]');
    expect(await as("application/x-ndjson")).toBe('{"sum(1 / 0)":{"error":true},"count":400}\n');
    expect(await as("text/csv")).toBe("sum(1 / 0),count\r\n#ERROR,400\r\n");
    expect((await service.ask(path, { headers: { accept: "image/png" } })).status).toBe(406);
  });

  it("have a formula as a key, with a name", async () => {
    const query = { "groupBy[0][formula]": "{price} < 50000", "groupBy[0][name]": "cheap" };
    const groups = jsonOf(await service.ask(`/cars/groups${queryOf(query)}`)) as {
      cheap: boolean;
    }[];
    expect(groups.map(({ cheap }) => cheap)).toEqual([false, true]);
  });

  it.each<readonly [object, number, string, string]>([
    [{ "groupBy.0.field": "contry" }, 422, "groupBy.0.field", "unknown-field"],
    [{ "groupBy.0.nothing": "x" }, 400, "groupBy.0.nothing", "unknown-parameter"],
    [{ "groupBy.0.name": "x" }, 400, "groupBy.0", "missing-field"],
    [{ "groupBy.1.field": "country" }, 400, "groupBy.0", "missing-index"],
    [{ "groupBy.3.field": "country" }, 400, "groupBy.3.field", "invalid-index"],
    [{ "measure.20": "count" }, 400, "measure.20", "invalid-index"],
    [{ "measure.0": "total(price)" }, 422, "measure.0", "unknown-measure"],
    [{ "measure.0": "sum(title)" }, 422, "measure.0", "wrong-type"],
    [{ "measure.0": "sum({nothing})" }, 422, "measure.0", "invalid-formula"],
    [{ "groupBy.0.formula": "{nothing} + 1" }, 422, "groupBy.0.formula", "invalid-formula"],
    [{ "sort.0.field": "price" }, 422, "sort.0.field", "unknown-field"],
    [{ pageSize: 5 }, 400, "pageSize", "unknown-parameter"],
    [{ "fields.0": "vin" }, 400, "fields.0", "unknown-parameter"],
    [{ maxRecords: 0 }, 400, "maxRecords", "invalid-number"],
    [{ filterByFormula: "{nothing}" }, 422, "filterByFormula", "invalid-formula"],
  ])("refuse %j", async (query, status, parameter, code) => {
    const answer = await service.ask(`/cars/groups${queryOf(query as Record<string, string>)}`);
    const { errors } = jsonOf(answer) as { errors: object[] };
    expect(answer.status).toBe(status);
    expect(errors).toContainEqual(expect.objectContaining({ parameter, code }));
  });

  it.each<readonly [unknown, string]>([
    [[], "invalid-body"],
    [{ groupBy: "country" }, "invalid-list"],
    [{ groupBy: ["country"] }, "invalid-item"],
    [{ groupBy: [{ field: 7 }] }, "invalid-text"],
    [{ measure: [7] }, "invalid-text"],
    [{ groupBy: Array.from({ length: 4 }, () => ({ field: "country" })) }, "invalid-list"],
  ])("refuse the body %j", async (body, code) => {
    const answer = await service.ask("/cars/groups", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toContain(`"${code}"`);
  });
});

describe("the memory of groups", () => {
  const MB = 2 ** 20;
  const path = (query: object): string => `/cars/groups${queryOf(query as Record<string, string>)}`;
  // Keys that share nothing: they take more than all answers may.
  const large = path({ "groupBy.0.formula": 'REPT({vin}, 120) & "x"' });

  it("is limited, and released", async () => {
    const store = await carStore(someCars(6_000));
    const tight = await serve({ collections: { cars: { store } }, memory: 16 * MB });
    for (const _ of [1, 2]) {
      const answer = await tight.ask(large);
      expect([answer.status, jsonOf(answer)]).toMatchObject([
        422,
        { code: "invalid-query", errors: [{ code: "too-large" }] },
      ]);
      expect(answer.text).toContain("memory");
      expect((await tight.ask(path({ "groupBy.0.field": "country" }))).status).toBe(200);
    }
    const roomy = await serve({ collections: { cars: { store } }, memory: 256 * MB });
    const answer = await roomy.ask(large);
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toHaveLength(6_000);
  });

  it("is refused to many requests where it suffices for one", async () => {
    const gate = new Gate();
    // Each of them holds the memory of some groups when it waits.
    const before = (batch: number): Promise<void> =>
      batch === 3 ? gate.opened : Promise.resolve();
    const store = new FaultInjector(await carStore(someCars(6_000)), { before });
    const service = await serve({ collections: { cars: { store } }, memory: 256 * MB });
    const statuses: number[] = [];
    const asked = Array.from({ length: 12 }, async () => {
      statuses.push((await service.ask(large)).status);
      store.changes.changed();
    });
    await store.until("a refusal", () => statuses.length > 0);
    expect(statuses[0]).toBe(429);
    gate.open();
    await Promise.all(asked);
    expect([200, 429, 503]).toEqual(expect.arrayContaining(statuses));
    expect((await service.ask(large)).status).toBe(200);
  });
});
