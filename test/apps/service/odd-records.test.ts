import { expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { readSchema } from "../../../src/language/schema/index.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { asJson, carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

// Records with values and fields that are easily lost on their way.

serviceTests();
const cars = someCars(100);
const TYPES = ["application/json", "application/x-ndjson", "text/csv"];

it("a lone surrogate in a record is written as U+FFFD in each format", async () => {
  const store = new FaultInjector(await carStore(cars), {
    change: (record) => ({ ...record, title: "a\ud800b\udc00" }),
  });
  const service = await serve({ collections: { cars: { store } } });
  for (const accept of TYPES) {
    const answer = await service.ask("/cars?maxRecords=2&fields.0=title", {
      headers: { accept },
    });
    expect(answer.status).toBe(200);
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(answer.body)).not.toThrow();
    if (accept === "application/json")
      expect(jsonOf(answer)).toEqual(Array(2).fill({ title: "a\ud800b\udc00" }));
  }
});

it("a field named __proto__ is returned", async () => {
  const declared: unknown = JSON.parse(
    '{"fields":{"id":{"type":"text","key":true},"__proto__":"text","constructor":"number"}}',
  );
  const read = readSchema(declared);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
  const records: unknown = JSON.parse('[{"id":"a","__proto__":"x","constructor":1}]');
  if (!Array.isArray(records)) throw new Error("no records");
  const store = await MemoryStore.from(records, read.schema);
  const service = await serve({ collections: { things: { store } } });
  const formula = '{__proto__} = "x"';
  for (const query of [
    {},
    { pageSize: 1 },
    { filterByFormula: formula },
    { "fields.0": "__proto__", "fields.1": "id", "fields.2": "constructor" },
    { "fields.0": "id", "fields.1": "__proto__", "fields.2": "constructor", pageSize: 1 },
    { "sort.0.field": "__proto__" },
  ]) {
    const { status, text } = await service.ask(`/things${queryOf(query)}`);
    expect(status).toBe(200);
    const [record] = JSON.parse(text) as [object];
    expect(Object.getOwnPropertyDescriptor(record, "__proto__")?.value).toBe("x");
    expect(Object.getOwnPropertyDescriptor(record, "constructor")?.value).toBe(1);
  }
  const none = await service.ask(`/things${queryOf({ filterByFormula: '{__proto__} = "y"' })}`);
  expect(jsonOf(none)).toEqual([]);
  const { text } = await service.ask("/things", { headers: { accept: "text/csv" } });
  expect(text).toBe("id,__proto__,constructor\r\na,x,1\r\n");
  for (const path of ["/schema", "/openapi.json"])
    expect((await service.ask(path)).text).toContain('"__proto__"');
  const explained = await service.ask(
    `/explain${queryOf({ filterByFormula: formula, record: "a" })}`,
  );
  expect(jsonOf(explained)).toMatchObject({ matches: true });
});

it("a record whose formula is an error is not returned", async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const answer = await service.ask(
    `/cars${queryOf({ filterByFormula: "1 / ({year} - 2020) < 5" })}`,
  );
  expect(jsonOf(answer)).toEqual(asJson(cars.filter(({ year }) => year !== 2020)));
});

it("the store is queried for no more than maxRecords", async () => {
  const store = new FaultInjector(await carStore(cars));
  const service = await serve({ collections: { cars: { store, maxRecords: 500 } } });
  await service.ask("/cars");
  await service.ask("/cars?maxRecords=7");
  await service.ask("/cars?maxRecords=7&pageSize=5");
  await service.ask("/cars?maxRecords=7&pageSize=50");
  expect((await service.ask("/cars?maxRecords=501")).status).toBe(422);
  expect(store.queries.map(({ limit }) => limit)).toEqual([500, 7, 6, 7]);
});
