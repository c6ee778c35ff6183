import { describe, expect, it } from "vitest";
import { restrictTo } from "../../../../src/data/stores/filter-scopes.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import type { StoreQuery } from "../../../../src/data/stores/store.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";

const COUNT = 20_000;
const UNITS = 200;
const schema = defineSchema({
  id: { type: "number", key: true },
  size: "number",
  even: { formula: "{size} * 2" },
  long: { formula: `RIGHT(REPT("0", ${UNITS}) & {size}, ${UNITS})` },
});
const store = await MemoryStore.from(
  Array.from({ length: COUNT }, (_, id) => ({ id, size: (id * 7) % COUNT })),
  schema,
);

/** The bytes that a query reported, one after the other. */
class Held {
  readonly bytes: number[] = [];
  readonly #most: number;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  hold = (bytes: number): void => {
    if (bytes > this.#most) throw new Error("too much");
    this.bytes.push(bytes);
  };

  get now(): number {
    return this.bytes.at(-1) ?? 0;
  }

  get peak(): number {
    return Math.max(0, ...this.bytes);
  }
}

const by = (...fields: readonly string[]): NonNullable<StoreQuery["sort"]> =>
  fields.map((field) => ({ field, direction: "asc" }));
const below = (most: number): StoreQuery => ({
  fields: ["id"],
  filter: compileOrThrow(`{size} < ${most}`, schema),
});

async function read(query: StoreQuery, held: Held): Promise<number> {
  let count = 0;
  for await (const records of store.read(query, { hold: held.hold })) count += records.length;
  return count;
}

describe("the order of a query in memory reports", () => {
  it("the values of all of its computed fields together, and nothing once it has ended", async () => {
    const held = new Held();
    const count = COUNT / 2;
    const sort = by("long", "even");
    expect(await read({ ...below(count), sort, limit: 1 }, held)).toBe(1);
    expect(held.peak).toBeGreaterThan(count * UNITS + COUNT * 8);
    expect(held.peak).toBeLessThan(2 * (count * UNITS + COUNT * 8));
    expect(held.now).toBe(0);
  });

  it("the numbers of the rows that match, and of those that are returned after it", async () => {
    const [few, all] = [new Held(), new Held()];
    expect(await read({ ...below(1_000), sort: by("size") }, few)).toBe(1_000);
    expect(await read({ fields: ["id"], sort: by("size") }, all)).toBe(COUNT);
    expect(few.peak).toBeGreaterThanOrEqual(24 * 1_000);
    expect(few.peak).toBeLessThan(48 * 1_000);
    expect(all.peak).toBe(24 * COUNT);
    // The last but one, before the end.
    expect([few, all].map(({ bytes }) => bytes.at(-2))).toEqual([4 * 1_000, 4 * COUNT]);
    expect([few.now, all.now]).toEqual([0, 0]);
  });

  it("nothing for records in the order of the key", async () => {
    const held = new Held();
    expect(await read(below(1_000), held)).toBe(1_000);
    expect(held.bytes).toEqual([]);
  });
});

describe("the order of a query in memory is released", () => {
  const query = { ...below(COUNT), sort: by("long") };

  it("if its reader stops early", async () => {
    const held = new Held();
    for await (const _ of store.write(query, "json", { hold: held.hold })) {
      expect(held.now).toBeGreaterThan(COUNT * UNITS);
      break;
    }
    expect(held.now).toBe(0);
  });

  it("if it takes too much, which ends the query", async () => {
    const held = new Held(1_000_000);
    await expect(read(query, held)).rejects.toThrow("too much");
    expect(held.peak).toBeGreaterThan(500_000);
    expect(held.now).toBe(0);
  });
});

describe("the order of a query in a scope", () => {
  it("reports the same bytes, however many rows are outside of it", async () => {
    const scope = compileOrThrow("{size} < 900", schema);
    const [some, many] = await Promise.all(
      [1_000, COUNT].map(async (others) => {
        const records = Array.from({ length: others }, (_, id) => ({ id, size: id }));
        const store = await MemoryStore.from(records, schema);
        const held = new Held();
        const filter = restrictTo(scope, compileOrThrow("{id} >= 0", schema));
        for (const sort of [by("size"), by("even", "long")]) {
          const query = { filter, sort, limit: 200 };
          for await (const _ of store.read(query, { hold: held.hold }));
        }
        return held;
      }),
    );
    expect(some?.peak).toBeGreaterThan(900 * UNITS);
    expect(many?.peak).toBe(some?.peak);
  });

  it("reports the numbers of its rows only while they are read, and shows the values of their fields", async () => {
    const held = new Held();
    const filter = restrictTo(compileOrThrow("{size} < 900", schema), undefined);
    const query: StoreQuery = {
      filter,
      fields: ["even"],
      sort: [{ field: "even", direction: "desc" }, ...by("long")],
    };
    const shown: unknown[] = [];
    for await (const records of store.read(query, { hold: held.hold })) {
      shown.push(...records);
      expect(held.now).toBe(4 * 900);
    }
    expect(held.peak).toBeGreaterThan(900 * UNITS);
    expect(shown).toEqual(Array.from({ length: 900 }, (_, index) => ({ even: 2 * (899 - index) })));
  });
});
