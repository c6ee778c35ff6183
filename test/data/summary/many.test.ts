import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/backends/columns/columns.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { type SummaryOptions, summarize } from "../../../src/data/summary/index.ts";
import { defineSchema } from "../../../src/engine/index.ts";

// Enough records, groups and elements that each kind of work goes on after its first step.

const COUNT = 9_000;
const GROUPS = 3_000;
const TAGS = 200;

const schema = defineSchema({
  id: { type: "number", key: true },
  name: "text",
  kind: "text",
  price: "number",
  tags: "list",
});

const records = Array.from({ length: COUNT }, (_, id) => ({
  id,
  name: `name ${(id * 7919) % GROUPS}`,
  kind: ["a", "b", ""][id % 3],
  price: id === COUNT - 1 ? 1e200 : (id % 100) / 8,
  tags: Array.from({ length: id % 5 }, (_, index) => `tag ${(id * 31 + index * 7) % TAGS}`),
}));

const columns = Columns.from(records, schema);

/** A source that can do nothing but give its records. */
const source = {
  schema,
  async *read() {
    for (let from = 0; from < COUNT; from += 1_000) yield records.slice(from, from + 1_000);
  },
};

const { signal } = new AbortController();

async function everywhere(options: SummaryOptions): Promise<readonly object[]> {
  const found = summarize(columns, options);
  expect(summarize(records, { ...options, schema } as never)).toEqual(found);
  expect(await summarize(source, { ...options, signal })).toEqual(found);
  const store = await MemoryStore.from(records, schema);
  expect(await summarize(store, { ...options, signal })).toEqual(found);
  return found;
}

describe("a summary of many", () => {
  it("groups, in the order of a text", async () => {
    const found = await everywhere({
      groupBy: ["name"],
      measures: ["count", "sum(price)"],
      sort: [{ field: "name", direction: "desc" }],
    });
    const names = [...new Set(records.map(({ name }) => name))].sort().reverse();
    expect(found.map((group) => (group as { name: string }).name)).toEqual(names);
    expect(found).toContainEqual({ name: "name 0", count: 3, "sum(price)": sumOf("name 0") });
  });

  it("elements, which are counted once for each record", async () => {
    const found = await everywhere({
      groupBy: [{ elements: "tags" }],
      measures: ["count", "median(price)"],
      sort: [{ field: "count" }, { field: "tags" }],
    });
    const counts = new Map<string, number>();
    for (const { tags } of records) {
      for (const tag of tags.length > 0 ? new Set(tags) : [""]) {
        counts.set(tag, (counts.get(tag) ?? 0) + 1);
      }
    }
    expect(found.length).toBe(counts.size);
    for (const group of found as readonly { tags: string; count: number }[]) {
      expect(group.count).toBe(counts.get(group.tags ?? ""));
    }
  });

  it("medians, each of few values", () => {
    const half = 20_000;
    const few = Array.from({ length: 2 * half }, (_, index) => ({
      group: index % half,
      size: index,
    }));
    const pairs = Columns.from(few, defineSchema({ group: "number", size: "number" }));
    const found = summarize(pairs, { groupBy: ["group"], measures: ["median(size)"] });
    const expected = few
      .slice(0, half)
      .map(({ group }) => ({ group, "median(size)": group + half / 2 }));
    expect([...found].sort((a, b) => Number(a.group) - Number(b.group))).toEqual(expected);
  });

  it("records, for a measure that needs no field", async () => {
    expect(await everywhere({ measures: ["count"] })).toEqual([{ count: COUNT }]);
    for (const fields of [{ name: "text" }, {}] as const) {
      const keyless = { ...source, schema: defineSchema(fields) };
      expect(await summarize(keyless, { measures: ["count"], signal })).toEqual([{ count: COUNT }]);
    }
  });

  it("texts that are errors for some codes", async () => {
    const of = 'IF({kind} = "a", ERROR(), {kind})';
    const found = await everywhere({
      groupBy: ["kind"],
      measures: [{ measure: "countBlank", of, name: "blank" }],
    });
    expect(found.length).toBe(3);
    const distinct = { measure: "countDistinct", of, name: "distinct" } as const;
    await everywhere({ measures: [distinct] });
  });
});

function sumOf(wanted: string): number {
  return records.reduce((sum, { name, price }) => (name === wanted ? sum + price : sum), 0);
}
