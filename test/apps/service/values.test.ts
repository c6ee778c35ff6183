import { beforeAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { schemaOf } from "../../hostile/everywhere.ts";
import { valuesOfFilters } from "./databases/same-values.ts";
import { jsonOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";
import { FIELDS, pathOf, RECORDS, schema, valuesOf } from "./harness/valued.ts";

// The values of a field are those that a filter for each of them finds, on every store: `databases.test.ts` has the others.

serviceTests();
let service: Served;

beforeAll(async () => {
  const store = await MemoryStore.from(RECORDS, schema);
  service = await serve({ collections: { cars: { store } } });
});

describe("memory", () => {
  valuesOfFilters(() => service);
});

describe("values", () => {
  it("come by frequency, or in the order of the language with the blank last", async () => {
    const values = valuesOf(await service.ask(pathOf("name", { order: "name" })));
    expect(values.map(({ value }) => value)).toEqual([
      ...["%", "Ada", "_", "a b", 'a"b', "a\\b", "ada", "Österreich", "￮", "🇮"],
      null,
    ]);
    const counts = valuesOf(await service.ask(pathOf("name"))).map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it("begin with a prefix, in the spelling of formulas", async () => {
    expect(valuesOf(await service.ask(pathOf("price", { prefix: "2", order: "name" })))).toEqual([
      { value: 20, count: expect.any(Number) },
      { value: 200, count: expect.any(Number) },
    ]);
    const found = async (field: string, prefix: string): Promise<unknown> =>
      valuesOf(await service.ask(pathOf(field, { prefix, ignoreCase: "true", order: "name" }))).map(
        ({ value }) => value,
      );
    expect(await found("name", "ADA")).toEqual(["Ada", "ada"]);
    expect(await found("tags", "É")).toEqual(["é"]);
    expect(await found("price", "1E")).toEqual([1e21]);
    expect(await found("isNew", "t")).toEqual([true]);
    expect(valuesOf(await service.ask(pathOf("isNew", { prefix: "T" })))).toEqual([
      { value: true, count: 80 },
    ]);
    for (const { value } of valuesOf(await service.ask(pathOf("day", { prefix: "2024-1" })))) {
      expect(value).toMatch(/^2024-1/);
    }
  });

  it("are counted again for other filters", async () => {
    const all = valuesOf(await service.ask(pathOf("tags")));
    const some = valuesOf(await service.ask(pathOf("tags", { filterByFormula: "{price} = 20" })));
    expect(some).not.toEqual(all);
    expect(valuesOf(await service.ask(pathOf("tags")))).toEqual(all);
  });

  it("have a tag, a HEAD and formats", async () => {
    const path = pathOf("name", { limit: 2, order: "name" });
    const { headers } = await service.ask(path);
    const etag = String(headers.etag);
    const again = await service.ask(path, { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    for (const other of [
      pathOf("name", { limit: 3, order: "name" }),
      pathOf("name", { limit: 2 }),
      pathOf("price", { limit: 2, order: "name" }),
      pathOf("name", { limit: 2, order: "name", prefix: "a" }),
    ]) {
      expect((await service.ask(other)).headers.etag).not.toBe(etag);
    }
    const head = await service.ask(path, { method: "HEAD" });
    expect([head.status, head.headers.etag, head.text]).toEqual([200, etag, ""]);
    const csv = await service.ask(path, { headers: { accept: "text/csv" } });
    expect(csv.text).toMatch(/^value,count\r\n%,\d+\r\nAda,\d+\r\n$/);
    expect((await service.ask(path, { method: "POST" })).status).toBe(405);
    expect((await service.ask(path, { headers: { "x-api-key": "nobody" } })).status).toBe(401);
  });

  it.each<readonly [string, Record<string, string | number>, number, string, string]>([
    ["nmae", {}, 422, "field", "unknown-field"],
    ["", {}, 422, "field", "unknown-field"],
    ["name", { order: "size" }, 400, "order", "invalid-order"],
    ["name", { ignoreCase: "yes" }, 400, "ignoreCase", "invalid-flag"],
    ["name", { limit: 0 }, 400, "limit", "invalid-number"],
    ["name", { limit: "many" }, 400, "limit", "invalid-number"],
    ["name", { limit: 1_001 }, 422, "limit", "too-many-values"],
    ["name", { prefix: "x".repeat(1_001) }, 422, "prefix", "prefix-too-long"],
    ["name", { maxRecords: 5 }, 400, "maxRecords", "unknown-parameter"],
    ["name", { "sort.0.field": "name" }, 400, "sort.0.field", "unknown-parameter"],
    ["name", { pageSize: 5 }, 400, "pageSize", "unknown-parameter"],
    ["name", { "fields.0": "name" }, 400, "fields.0", "unknown-parameter"],
    ["name", { filterByFormula: "{nothing}" }, 422, "filterByFormula", "invalid-formula"],
    ["name", { filterByFormula: "1", timeZone: "Mars" }, 422, "timeZone", "unknown-time-zone"],
  ])("of %j with %j are refused", async (field, query, status, parameter, code) => {
    const answer = await service.ask(pathOf(field, query));
    expect(answer.status, answer.text).toBe(status);
    const { errors } = jsonOf(answer) as { errors: object[] };
    expect(errors).toContainEqual(expect.objectContaining({ parameter, code }));
  });

  it("have a prefix and a limit up to the maximum", async () => {
    const query = { prefix: "x".repeat(1_000), limit: 1_000 };
    for (const field of FIELDS)
      expect(valuesOf(await service.ask(pathOf(field, query)))).toEqual([]);
  });
});

describe("names of fields", () => {
  const HOSTILE = [
    "a/b",
    "50%",
    "two words",
    "__proto__",
    "%2F",
    "a%2Fb",
    "a?b=c",
    "#",
    "é",
    "{x}",
  ];
  const more = ["constructor", "toString", "value", "count", "a;b", "*", ":field", "a//b", "\\"];
  const names = [...HOSTILE, ...more, "long ".repeat(60)];

  it.each(names)("%s", async (name) => {
    const hostile = schemaOf({ id: { type: "text", key: true }, [name]: "text" });
    const records = ["x", "y", "x"].map((text, id) =>
      Object.fromEntries([
        ["id", String(id)],
        [name, text],
      ]),
    );
    const store = await MemoryStore.from(records, hostile);
    const service = await serve({ collections: { cars: { store } } });
    const answer = await service.ask(pathOf(name));
    expect(valuesOf(answer)).toEqual([
      { value: "x", count: 2 },
      { value: "y", count: 1 },
    ]);
    const begins = await service.ask(pathOf(name, { prefix: "y" }));
    expect(valuesOf(begins)).toEqual([{ value: "y", count: 1 }]);
  });

  it.each(["%", "%zz", "%00", "%ff", "%ED%A0%80", "__proto__", "a%", "x%00"])(
    "that are unknown or invalid are refused: %s",
    async (written) => {
      const { status } = await service.ask(`/cars/values/${written}`);
      expect([400, 422]).toContain(status);
    },
  );
});
