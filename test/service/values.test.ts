import { beforeAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import type { Store, StoreRecord } from "../../src/stores/store.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { type Started, start } from "../engines/engine.ts";
import { expectShort } from "../harness/stretches.ts";
import { schemaOf } from "../hostile/everywhere.ts";
import { type Answer, jsonOf, queryOf } from "./harness/client.ts";
import { DATABASES, fillTable } from "./harness/databases.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// The values of a field are what a filter for each of them says, on every store.

serviceTests();

const schema = schemaOf({
  id: { type: "text", key: true },
  name: "text",
  price: "number",
  day: "date",
  isNew: "boolean",
  tags: "list",
});

const NAMES = ["Ada", "ada", "Österreich", "🇮", "￮", 'a"b', "a b", "a\\b", "", null, "%", "_"];
const LISTS = [["x", "y"], ["x"], [], null, ["x, y"], ["y", "x", "y"], ["é"]];
const RECORDS: readonly StoreRecord[] = Array.from(
  { length: 240 },
  (_, index) =>
    ({
      id: `r${String(index).padStart(3, "0")}`,
      name: NAMES[((index * 7) % 31) % NAMES.length] ?? null,
      price: index % 9 === 0 ? null : [0, 1.5, -2, 1e21, 20, 200, 0.1][index % 7],
      day: index % 8 === 0 ? null : new Date(Date.UTC(2023 + (index % 3), index % 12, 1)),
      isNew: [true, false, null][index % 3],
      tags: LISTS[index % LISTS.length] ?? null,
    }) as StoreRecord,
);

interface ValueCount {
  readonly value: string | number | boolean | null;
  readonly count: number;
}

const valuesOf = (answer: Answer): readonly ValueCount[] => {
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as readonly ValueCount[];
};
const pathOf = (field: string, query: Readonly<Record<string, string | number>> = {}): string =>
  `/cars/values/${encodeURIComponent(field)}${queryOf(query)}`;

/** A formula for the records that have a value. */
function formulaOf(field: string, { value }: ValueCount): string {
  const name = `{${field}}`;
  if (field === "tags")
    return value === null ? "{tags} = BLANK()" : `HAS({tags}, ${JSON.stringify(value)})`;
  if (value === null) return `${name} = BLANK()`;
  if (field === "day") return `IS_SAME({day}, DATETIME_PARSE("${value}"))`;
  if (typeof value === "boolean") return value ? name : `NOT(${name})`;
  if (typeof value === "number") return `${name} = ${value}`;
  return `${name} = "${value.replace(/[\\"]/g, "\\$&")}"`;
}

const FIELDS = [...schema.fields.keys()];
const REQUESTS = [
  ...FIELDS.flatMap((field) => [
    pathOf(field),
    pathOf(field, { order: "name" }),
    pathOf(field, { limit: 3 }),
    pathOf(field, { order: "name", filterByFormula: "{price} > 1" }),
  ]),
  pathOf("name", { prefix: "a" }),
  pathOf("name", { prefix: "A", filterByFormula: "OR({price} < 5, {isNew})" }),
  pathOf("name", { prefix: "%" }),
  pathOf("name", { prefix: "_" }),
  pathOf("name", { prefix: "a\\" }),
  pathOf("name", { prefix: 'a"' }),
  pathOf("name", { prefix: "" }),
  pathOf("name", { prefix: "nobody" }),
  pathOf("name", { prefix: "ÖST", ignoreCase: "true" }),
  pathOf("name", { prefix: "a", ignoreCase: "true", filterByFormula: "{price} > 1" }),
  pathOf("tags", { prefix: "X", ignoreCase: "true" }),
  pathOf("tags", { prefix: "É", ignoreCase: "true", filterByFormula: "{price} > 1" }),
  pathOf("price", { prefix: "1E", ignoreCase: "true" }),
  pathOf("price", { prefix: "2" }),
  pathOf("price", { prefix: "1e+" }),
  pathOf("price", { prefix: "-" }),
  pathOf("day", { prefix: "2024-0", order: "name" }),
  pathOf("isNew", { prefix: "T" }),
  pathOf("tags", { prefix: "x" }),
  pathOf("tags", { prefix: "x", filterByFormula: "{price} > 1" }),
  pathOf("name", {
    filterByFormula: 'DATETIME_FORMAT({day}, "YYYY-MM") = "2023-12"',
    timeZone: "America/New_York",
  }),
];

const STORES: Readonly<
  Record<string, () => Promise<Started<{ store: Store; close(): Promise<void> }>>>
> = {
  memory: () =>
    start("memory", async () => {
      const store = await MemoryStore.from(RECORDS, schema);
      return { store, close: () => store.close() };
    }),
  ...Object.fromEntries(
    Object.entries(DATABASES).map(([name, open]) => [
      name,
      async () => {
        const started = await open();
        if (!started.ok) return started;
        const { engine } = started;
        const store = await fillTable(engine, "cars", schema, RECORDS);
        const close = async (): Promise<void> => {
          await store.close();
          await engine.close();
        };
        return { ok: true as const, engine: { store, close } };
      },
    ]),
  ),
};

const memory = MemoryStore.from(RECORDS, schema).then((store) =>
  serve({ collections: { cars: { store } } }),
);

for (const [name, open] of Object.entries(STORES)) {
  describeEngine(name, open, (opened) => {
    let served: Promise<Served> | undefined;
    const service = (): Promise<Served> => {
      served ??= serve({ collections: { cars: { store: opened().store } } });
      return served;
    };
    const countOf = async (filterByFormula: string): Promise<unknown> =>
      jsonOf(await (await service()).ask(`/cars/count${queryOf({ filterByFormula })}`));

    it.each(FIELDS)("has the values of %s that filters find", async (field) => {
      const values = valuesOf(await (await service()).ask(pathOf(field, { limit: 1_000 })));
      expect(values.length).toBeGreaterThan(1);
      // One of many is like the others.
      for (const one of values.slice(0, 20)) {
        expect(await countOf(formulaOf(field, one)), String(one.value)).toEqual({
          count: one.count,
        });
      }
      // Nothing is left out.
      const sum = values.reduce((all, { count }) => all + count, 0);
      const elements = RECORDS.map(({ tags }) => Math.max(1, new Set(tags as string[]).size));
      expect(sum).toBe(field === "tags" ? elements.reduce((a, b) => a + b) : RECORDS.length);
    });

    it("answers as memory does, byte for byte", async () => {
      for (const path of REQUESTS) {
        const [wanted, found] = [await (await memory).ask(path), await (await service()).ask(path)];
        expect([path, found.status, found.text]).toEqual([path, 200, wanted.text]);
      }
      await (await service()).stop();
    });
  });
}

describe("values", () => {
  let service: Served;
  beforeAll(async () => {
    service = await memory;
  });

  it("come by frequency, or in the order of the language with the blank last", async () => {
    const values = valuesOf(await service.ask(pathOf("name", { order: "name" })));
    expect(values.map(({ value }) => value)).toEqual([
      ...["%", "Ada", "_", "a b", 'a"b', "a\\b", "ada", "Österreich", "￮", "🇮"],
      null,
    ]);
    const counts = valuesOf(await service.ask(pathOf("name"))).map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it("begin with a prefix, as formulas write them", async () => {
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

  it("are counted again with other filters, and not kept from one to the other", async () => {
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
    ["name", { "sort.0.field": "name" }, 400, "sort", "unknown-parameter"],
    ["name", { pageSize: 5 }, 400, "pageSize", "unknown-parameter"],
    ["name", { "fields.0": "name" }, 400, "fields", "unknown-parameter"],
    ["name", { filterByFormula: "{nothing}" }, 422, "filterByFormula", "invalid-formula"],
    ["name", { filterByFormula: "1", timeZone: "Mars" }, 422, "timeZone", "unknown-time-zone"],
  ])("of %j with %j are refused", async (field, query, status, parameter, code) => {
    const answer = await service.ask(pathOf(field, query));
    expect(answer.status, answer.text).toBe(status);
    const { errors } = jsonOf(answer) as { errors: object[] };
    expect(errors).toContainEqual(expect.objectContaining({ parameter, code }));
  });

  it("a prefix of the greatest length is taken, and a limit of the greatest size", async () => {
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
    await service.stop();
  });

  it.each(["%", "%zz", "%00", "%ff", "%ED%A0%80", "__proto__", "a%", "x%00"])(
    "that are not there, or are no names: %s",
    async (written) => {
      const { status } = await (await memory).ask(`/cars/values/${written}`);
      expect([400, 422]).toContain(status);
    },
  );
});

describe("many values", () => {
  const many = Array.from({ length: 60_000 }, (_, index) => ({
    id: `k${index}`,
    name: `n${index % 30_000}`,
    tags: [`t${index % 1_000}`, `u${index % 77}`],
  }));
  const manySchema = schemaOf({ id: { type: "text", key: true }, name: "text", tags: "list" });

  it.each(["memory", "sqlite"])("are found in short stretches of work: %s", async (kind) => {
    const started = kind === "memory" ? undefined : await DATABASES[kind]?.();
    const store =
      started?.ok === true
        ? await fillTable(started.engine, "cars", manySchema, many)
        : await MemoryStore.from(many, manySchema);
    const service = await serve({ collections: { cars: { store } } });
    await expectShort(async () => {
      for (const field of ["id", "name", "tags"]) {
        for (const order of ["frequency", "name"]) {
          const values = valuesOf(await service.ask(pathOf(field, { order, limit: 1_000 })));
          expect(values).toHaveLength(1_000);
        }
      }
    });
    await service.stop();
    if (started?.ok === true) await started.engine.close();
  });
});
