import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { QueryError } from "../../../../src/data/stores/query-error.ts";
import { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";
import type { StoreQuery, StoreRecord } from "../../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../../src/engine/index.ts";
import { recordOrder } from "../../../../src/language/core/record-order.ts";
import { defineSchema, type SortKey } from "../../../../src/language/schema/index.ts";
import { runsOf } from "../../../harness/extent.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { take } from "./take.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  title: "text",
  price: "number",
  isNew: "boolean",
  soldAt: "date",
  codes: "list",
});

const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

const names = [...schema.fields.keys()];

const titles = ["", "a", "b", "B", "é", "\uFFFF", "😀", "Model 3", "Model S"];
const cell = {
  title: fc.option(fc.constantFrom(...titles)),
  price: fc.option(fc.constantFrom(-1, 0, 1, 2.5, 1e300)),
  isNew: fc.option(fc.boolean()),
  soldAt: fc.option(fc.constantFrom(0, 1, 1.7e12).map((ms) => new Date(ms))),
  codes: fc.option(fc.subarray(["AD15", "x"])),
};

const records = fc
  .uniqueArray(fc.stringMatching(/^[a-c\u{1F600}\uFFFF]{1,3}$/u), { maxLength: 30 })
  .chain((keys) => fc.tuple(...keys.map((vin) => fc.record({ ...cell, vin: fc.constant(vin) }))));

const formulas = [
  '{title} = "a"',
  "{price} < 2",
  "NOT({price} = BLANK())",
  "{isNew}",
  'FIND("AD15", {codes})',
  'OR({title} > "a", {soldAt} = BLANK())',
  "IS_AFTER({soldAt}, '2000-01-01')",
  "1 / {price} > 0",
  "TRUE",
  "FALSE",
  "{soldAt} < NOW()",
].map((source) => compileOrThrow(source, schema));

const sort: fc.Arbitrary<readonly SortKey[]> = fc.array(
  fc.record(
    {
      field: fc.constantFrom("vin", "title", "price", "isNew", "soldAt"),
      direction: fc.constantFrom("asc", "desc"),
    },
    { requiredKeys: ["field"] },
  ),
  { maxLength: 3 },
);

const query = fc.record(
  {
    filter: fc.constantFrom(...formulas),
    sort,
    limit: fc.integer({ min: 0, max: 12 }),
    fields: fc
      .subarray(names, { minLength: 1 })
      .chain((some) => fc.shuffledSubarray(some, { minLength: 1 })),
  },
  { requiredKeys: [] },
);

/** The answer by its definition. */
function answer(all: readonly StoreRecord[], wish: StoreQuery): readonly StoreRecord[] {
  const order = recordOrder(schema, wish.sort ?? []);
  const { after } = wish;
  return all
    .filter((record) => wish.filter?.matches(record) ?? true)
    .filter((record) => after === undefined || order(after, record) < 0)
    .sort(order)
    .slice(0, wish.limit)
    .map((record) =>
      Object.fromEntries((wish.fields ?? names).map((name) => [name, blankOr(record[name])])),
    );
}

/** Every blank is null, the empty text and the empty list too. */
function blankOr(value: StoreRecord[string] | undefined): StoreRecord[string] {
  const isBlank = value === "" || (Array.isArray(value) && value.length === 0);
  return isBlank ? null : (value ?? null);
}

const shown = (list: readonly StoreRecord[]): readonly string[] =>
  list.map((record) => JSON.stringify(record));

/** Who searches: the event loop, or other threads. */
const SEARCHING = { "the event loop": {}, threads: { pool } } as const;

describe.each(Object.entries(SEARCHING))("the answer to a query, searched by %s", (_, options) => {
  it("equals its definition", async () => {
    await fc.assert(
      fc.asyncProperty(records, query, fc.nat(), async (all, wish, index) => {
        const store = await MemoryStore.from(all, schema, options);
        const position = all[index % Math.max(all.length * 2, 1)];
        const whole = { ...wish, ...(position === undefined ? {} : { after: position }) };
        expect(shown(await take(store, whole))).toEqual(shown(answer(all, whole)));
        expect(await store.count(wish.filter, { signal: NEVER })).toBe(
          answer(all, { ...(wish.filter === undefined ? {} : { filter: wish.filter }) }).length,
        );
      }),
      { numRuns: runsOf(400) },
    );
  });

  it("is the same page by page as all at once", async () => {
    await fc.assert(
      fc.asyncProperty(records, query, fc.integer({ min: 1, max: 5 }), async (all, wish, size) => {
        const store = await MemoryStore.from(all, schema, options);
        const { limit: _limit, fields: _fields, ...rest } = wish;
        const pages: StoreRecord[] = [];
        for (let after: StoreRecord | undefined; ; ) {
          const page = await take(store, {
            ...rest,
            limit: size,
            ...(after === undefined ? {} : { after }),
          });
          pages.push(...page);
          after = page.at(-1);
          if (after === undefined) break;
        }
        expect(shown(pages)).toEqual(shown(await take(store, rest)));
      }),
      { numRuns: runsOf(200) },
    );
  });

  it("starts after a position that is no record", async () => {
    const store = await MemoryStore.from([{ vin: "b" }, { vin: "d", price: 1 }], schema);
    const beyond = async (position: StoreRecord, keys: readonly SortKey[] = []): Promise<unknown> =>
      (await take(store, { after: position, sort: keys })).map(({ vin }) => vin);
    expect(await beyond({ vin: "a" })).toEqual(["b", "d"]);
    expect(await beyond({ vin: "b" })).toEqual(["d"]);
    expect(await beyond({ vin: "c" })).toEqual(["d"]);
    expect(await beyond({ vin: "d" })).toEqual([]);
    expect(await beyond({ vin: "c", price: 1 }, [{ field: "price" }])).toEqual(["d", "b"]);
    expect(await beyond({ vin: "c", price: null }, [{ field: "price" }])).toEqual([]);
    for (const position of [{}, { vin: 7 }, { vin: null }, { vin: "" }]) {
      const error = await errorOf(beyond(position));
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty("message", expect.stringContaining("the key `vin`"));
    }
    for (const position of [{ vin: "c" }, { vin: "c", price: "1" }]) {
      const error = await errorOf(beyond(position, [{ field: "price" }]));
      expect(error).toHaveProperty("message", expect.stringContaining("the sorted field `price`"));
    }
  });
});

describe.each(Object.entries(SEARCHING))("many records, searched by %s", (_, options) => {
  const count = 40_000;
  const many = Array.from({ length: count }, (_, index) => ({
    // In no order.
    vin: String((index * 7919) % count).padStart(6, "0"),
    price: (index * 31) % 1000,
    title: titles[index % titles.length] ?? null,
  }));
  const open = MemoryStore.from(many, schema, options);
  const wishes: readonly StoreQuery[] = [
    {},
    { limit: 2500 },
    { sort: [{ field: "price" }] },
    { sort: [{ field: "price", direction: "desc" }, { field: "title" }], limit: 3000 },
    { sort: [{ field: "vin", direction: "desc" }], limit: 10 },
    { sort: [{ field: "title" }, { field: "vin", direction: "desc" }], limit: 5000 },
    { filter: compileOrThrow("{price} < 100", schema), limit: 1500 },
    { filter: compileOrThrow('{title} = "Model 3"', schema), fields: ["price", "vin"] },
    { after: { vin: "016383" }, limit: 3 },
    { after: { vin: "016384" }, filter: compileOrThrow("{price} = 7", schema) },
    { after: { vin: "000001", price: 500 }, sort: [{ field: "price" }], limit: 1234 },
  ];

  it.each(wishes)("are answered exactly: %j", async (wish) => {
    const store = await open;
    expect(shown(await take(store, wish))).toEqual(shown(answer(many, wish)));
  });

  it("come in batches of at most a thousand, none of them empty", async () => {
    const store = await open;
    for (const wish of wishes) {
      for await (const batch of store.read(wish, { signal: NEVER })) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(1000);
      }
    }
  });

  it("come in one batch if they are few", async () => {
    const store = await open;
    const filter = compileOrThrow("AND({price} = 7, {title} != BLANK())", schema);
    let batches = 0;
    for await (const _ of store.read({ filter }, { signal: NEVER })) batches++;
    expect(batches).toBe(1);
  });

  it("are copies that the caller may keep and change", async () => {
    const store = await open;
    const [first] = await take(store, { limit: 1 });
    if (first !== undefined) first.vin = "changed";
    const [again] = await take(store, { limit: 1, fields: names });
    expect(again).toStrictEqual({
      vin: "000000",
      title: null,
      price: 0,
      isNew: null,
      soldAt: null,
      codes: null,
    });
    expect((await take(store, { limit: 1, fields: ["vin"] }))[0]).toStrictEqual({ vin: "000000" });
  });
});

describe("a mistake of the program", () => {
  it.each([
    [{ limit: -1 }, "`read`: the limit must be a whole number from 0, but is the number -1"],
    [{ limit: 1.5 }, "`read`: the limit must be a whole number from 0, but is the number 1.5"],
    [
      { fields: ["wheels"] },
      "`read`: a field must be the name of a field of the schema, but is the text `wheels`",
    ],
    [
      { sort: [{ field: "code" }] },
      "`read`: the field to sort by must be the name of a field of the schema, but is the text `code`; did you mean `codes`?",
    ],
    [
      { sort: [{ field: "codes" }] },
      "`read`: the field to sort by must be a field whose values have an order, but is the text `codes`; lists have none",
    ],
  ] satisfies [StoreQuery, string][])("%j", async (wish, message) => {
    const store = await MemoryStore.from([], schema);
    const error = await errorOf(take(store, wish));
    expect(error).toBeInstanceOf(QueryError);
    expect(error).toHaveProperty("message", message);
  });
});
