import { describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import type { NewKey } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineFunction, defineKernel, parameter } from "../../../src/index.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { type Answer, jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

// A request has one time limit: for compiling its formulas, and for all its queries.

serviceTests();
const cars = someCars(200);

interface Times {
  /** How many milliseconds pass whenever the service looks at its clock. */
  readonly service?: number;
  /** The same for the store. */
  readonly store?: number;
  readonly timeoutMs?: number;
}

/** A service, and its store, which knows the calls of each request. */
async function serveWith(
  times: Times,
): Promise<{ readonly service: Served; readonly store: FaultInjector }> {
  const { timeoutMs = 10_000_000 } = times;
  const options = { timeoutMs, clock: new ManualClock(times.store) };
  const store = new FaultInjector(await MemoryStore.from(cars, demoSchema, options));
  const clock = new ManualClock(times.service);
  return { service: await serve({ collections: { cars: { store } }, clock }), store };
}

/** The working time of the request that called the store last, in milliseconds. */
function usedMs({ calls }: FaultInjector): number {
  return calls.at(-1)?.meter?.usedMs ?? Number.NaN;
}

function expectTimeout(answer: Answer): void {
  expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-timeout" }]);
  expect(answer.headers["retry-after"]).toBe("5");
}

/** A summary of many formulas, whose constants are folded when they are compiled. */
const summary = (letters: number) => ({
  groupBy: ["year", "price"].map((name) => ({
    formula: `UPPER(REPT("ab", ${letters})) & {${name}}`,
  })),
  measure: Array.from({ length: 20 }, (_, index) => {
    return `sum(LEN(UPPER(REPT("${index}a", ${letters}))) + {price})`;
  }),
});

describe("a request whose formulas take too long to compile", () => {
  it("ends like a query that takes too long, before the store is called", async () => {
    const { service, store } = await serveWith({ service: 1_000 });
    expectTimeout(await service.ask("/cars/groups", { body: summary(900) }));
    const { groupBy, measure } = summary(90);
    const query = {
      ...Object.fromEntries(groupBy.map((key, at) => [`groupBy.${at}.formula`, key.formula])),
      ...Object.fromEntries(measure.map((source, at) => [`measure.${at}`, source])),
    };
    expectTimeout(await service.ask(`/cars/groups${queryOf(query)}`));
    expect(store.begun).toBe(0);
  });

  it("does not disturb others, and the same request is answered if there is time", async () => {
    const slow = await serveWith({ service: 1_000 });
    const filterByFormula = 'FIND("a", {title}) > 0';
    for (const body of [{}, { filterByFormula }]) {
      expect((await slow.service.ask("/cars/query", { body })).status).toBe(200);
    }
    const fast = await serveWith({ service: 10 });
    const answer = await fast.service.ask("/cars/groups", { body: summary(900) });
    expect(answer.status).toBe(200);
    expect(usedMs(fast.store)).toBeGreaterThan(22 * 3 * 10);
  });

  it.each(["/validate", "/explain"])("has the same limit at %s", async (path) => {
    const { service } = await serveWith({ service: 10_000 });
    const filterByFormula = "LEN({title}) > 3";
    expectTimeout(await service.ask(`${path}${queryOf({ filterByFormula })}`));
  });
});

describe("a request that compiles and queries", () => {
  const query = queryOf({ filterByFormula: "{price} < 60000", maxRecords: "5" });

  it("has less time for its query, the longer its formula took", async () => {
    const measured = await serveWith({ service: 100, store: 1_000 });
    const used: number[] = [];
    for (let round = 0; round < 2; round++) {
      expect((await measured.service.ask(`/cars${query}`)).status).toBe(200);
      used.push(usedMs(measured.store));
    }
    const [compiled = 0, cached = 0] = used;
    expect(compiled).toBeGreaterThan(cached);
    const { service } = await serveWith({ service: 100, store: 1_000, timeoutMs: cached });
    expectTimeout(await service.ask(`/cars${query}`));
    // The formula is in the cache now.
    expect((await service.ask(`/cars${query}`)).status).toBe(200);
  });

  it("has one limit for the page and the count of all records", async () => {
    const page = `/cars${query}&pageSize=2`;
    const measured = await serveWith({ store: 1_000 });
    expect((await measured.service.ask(page)).status).toBe(200);
    const { service } = await serveWith({ store: 1_000, timeoutMs: usedMs(measured.store) });
    expect((await service.ask(page)).status).toBe(200);
    expectTimeout(await service.ask(`${page}&totalCount=true`));
    expect(
      (await service.ask(`/cars/count${queryOf({ filterByFormula: "{price} < 60000" })}`)).status,
    ).toBe(200);
  });
});

describe("a request for records that the service writes", () => {
  const CSV = { headers: { accept: "text/csv" } };

  it.each(["pageSize=100&", ""])(
    "counts the time of writing them, with ?%smaxRecords=…",
    async (page) => {
      const measured = await serveWith({ service: 100 });
      const used: number[] = [];
      for (const most of [1, 200]) {
        const answer = await measured.service.ask(`/cars?${page}maxRecords=${most}`, CSV);
        expect(answer.status).toBe(200);
        used.push(usedMs(measured.store));
      }
      const [one = 0, all = 0] = used;
      expect(all).toBeGreaterThan(one);
      const { service } = await serveWith({ service: 100, timeoutMs: one });
      expect((await service.ask(`/cars?${page}maxRecords=1`, CSV)).status).toBe(200);
      expectTimeout(await service.ask(`/cars?${page}maxRecords=200`, CSV));
    },
  );
});

describe("a constant of several formulas", () => {
  let computed = 0;
  const kernel = defineKernel({
    name: "counted",
    parameters: ["text"],
    result: "text",
    evaluate: (text) => {
      computed++;
      return text;
    },
  });
  const counted = defineFunction({
    name: "COUNTED",
    parameters: [parameter.text("value")],
    result: "text",
    lower: (core, value) => core.call(kernel, value),
  });
  const ask = async (path: string, body: object, key?: NewKey): Promise<number> => {
    computed = 0;
    const store = await MemoryStore.from(cars, demoSchema);
    const parameters = { word: "text" } as const;
    const formulas = { functions: [counted] };
    const collections = { cars: { store, formulas, parameters } };
    const service = await serve({ collections, ...(key && { key }) });
    expect((await service.ask(path, { body })).status).toBe(200);
    return computed;
  };
  const measures = (value: string): readonly string[] =>
    Array.from({ length: 20 }, (_, index) => `sum(LEN(COUNTED(${value})) * {price} + ${index})`);

  it.each(['"word"', "$word"])("is computed once in a request: %s", async (value) => {
    const filterByFormula = `FIND(COUNTED(${value}), {title}) = 0`;
    const body = { filterByFormula, measure: measures(value), parameters: { word: "word" } };
    expect(await ask("/cars/groups", body)).toBe(1);
  });

  it("is computed once for a key that sees some fields", async () => {
    const filterByFormula = 'FIND(COUNTED("word"), {title}) = 0';
    const key = { fields: ["vin", "title"] };
    expect(await ask("/cars/query", { filterByFormula }, key)).toBe(1);
  });
});
