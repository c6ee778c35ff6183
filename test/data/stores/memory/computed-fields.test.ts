import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import type { StoreQuery } from "../../../../src/data/stores/store.ts";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  parameter,
} from "../../../../src/index.ts";

// How often computed fields are computed, and what is cached of them. Calls of a kernel are counted, and no time is measured.

const never = new AbortController().signal;
const COUNT = 5_000;

let calls = 0;
const counted = defineKernel({
  name: "counted",
  parameters: ["number"],
  result: "text",
  // So much work that one value is computed at a time.
  price: () => ({ work: 2_000_000, length: 10 }),
  evaluate: (value) => {
    calls++;
    return `n${String(value).padStart(5, "0")}`;
  },
});
const label = defineFunction({
  name: "LABEL",
  parameters: [parameter.number("value")],
  result: "text",
  lower: (core, value) => core.call(counted, value),
});

const schema = defineSchema(
  {
    id: { type: "number", key: true },
    size: "number",
    label: { formula: "LABEL({size})" },
    long: { formula: 'REPT("abcdefgh", 8000) & {id}' },
    wide: { formula: "REPT(LABEL({size}), 10000)" },
    rarelyWide: { formula: 'IF({id} < 30, REPT(LABEL({size}), 10000), "a")' },
  },
  { functions: [label] },
);
const records = Array.from({ length: COUNT }, (_, id) => ({ id, size: (id * 7) % COUNT }));

async function storeOf(count = COUNT): Promise<MemoryStore> {
  return MemoryStore.from(records.slice(0, count), schema);
}

async function idsOf(store: MemoryStore, query: StoreQuery): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for await (const batch of store.read(query, { signal: never }))
    ids.push(...batch.map(({ id }) => id));
  return ids;
}

async function textOf(store: MemoryStore, query: StoreQuery): Promise<string> {
  let text = "";
  for await (const { bytes } of store.write(query, "ndjson", { signal: never })) {
    text += Buffer.from(bytes).toString();
  }
  return text;
}

describe("a computed field", () => {
  it("is computed for the returned records only", async () => {
    const store = await storeOf();
    calls = 0;
    const filter = compileOrThrow("{id} >= 10", schema);
    expect(await idsOf(store, { fields: ["id", "label"], filter, limit: 2 })).toEqual([10, 11]);
    expect(calls).toBe(2);
    const written = await textOf(store, { fields: ["label", "id"], filter, limit: 3 });
    expect(written).toBe(
      '{"label":"n00070","id":10}\n{"label":"n00077","id":11}\n{"label":"n00084","id":12}\n',
    );
    expect(calls).toBe(5);
  });

  it("is not computed if it is not requested", async () => {
    const store = await storeOf();
    calls = 0;
    await textOf(store, { fields: ["id"] });
    expect(calls).toBe(0);
  });

  it("is computed for sorting only for the records that a filter returns", async () => {
    const store = await storeOf();
    calls = 0;
    const filter = compileOrThrow("MOD({id}, 100) = 0", schema);
    const sort = [{ field: "label", direction: "desc" }] as const;
    const expected = records
      .filter(({ id }) => id % 100 === 0)
      .sort((a, b) => b.size - a.size)
      .map(({ id }) => id);
    expect(await idsOf(store, { fields: ["id"], filter, sort })).toEqual(expected);
    expect(calls).toBe(COUNT / 100);
    expect(await idsOf(store, { fields: ["id"], filter, sort, limit: 4 })).toEqual(
      expected.slice(0, 4),
    );
    const after = {
      id: expected[4] ?? 0,
      label: `n${String(records[expected[4] ?? 0]?.size).padStart(5, "0")}`,
    };
    expect(await idsOf(store, { fields: ["id"], filter, sort, after })).toEqual(expected.slice(5));
  });

  it("is cached if all records are sorted by it", async () => {
    const store = await storeOf(500);
    calls = 0;
    const sort = [{ field: "label", direction: "asc" }] as const;
    const sorted = await idsOf(store, { fields: ["id", "label"], sort });
    expect(calls).toBe(500);
    expect(await idsOf(store, { fields: ["id", "label"], sort })).toEqual(sorted);
    expect(calls).toBe(500);
  });

  it("whose values take too much memory cannot be sorted by, and is still returned with some", async () => {
    const store = await storeOf(1_200);
    const sort = [{ field: "long", direction: "asc" }] as const;
    await expect(idsOf(store, { sort, limit: 1 })).rejects.toMatchObject({
      name: "StoreError",
      code: "too-costly",
    });
    expect(await idsOf(store, { fields: ["id", "long"], limit: 2 })).toEqual([0, 1]);
    const filter = compileOrThrow("{id} < 3", schema);
    expect(await idsOf(store, { fields: ["id"], sort, filter })).toEqual([0, 1, 2]);
  });
});

describe("a computed text that is long in most rows", () => {
  it("is refused as the key of an order before most values are computed", async () => {
    const store = await storeOf();
    calls = 0;
    const sort = [{ field: "wide", direction: "asc" }] as const;
    await expect(idsOf(store, { sort, limit: 1 })).rejects.toMatchObject({ code: "too-costly" });
    expect(calls).toBe(64);
    const filter = compileOrThrow("{id} < 200", schema);
    expect(await idsOf(store, { fields: ["id"], sort, filter, limit: 2 })).toEqual([0, 1]);
  });

  it("is sorted by if only few rows have one", async () => {
    const store = await storeOf();
    const sort = [{ field: "rarelyWide", direction: "desc" }] as const;
    const expected = records.slice(0, 30).sort((a, b) => b.size - a.size);
    expect(await idsOf(store, { fields: ["id"], sort, limit: 30 })).toEqual(
      expected.map(({ id }) => id),
    );
  });
});
