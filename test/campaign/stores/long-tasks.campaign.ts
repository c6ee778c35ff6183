import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import type { StoreQuery } from "../../../src/data/stores/store.ts";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  parameter,
} from "../../../src/index.ts";
import { expectShortTasks, worked } from "../long-tasks.ts";

const COUNT = 60_000;
const schema = defineSchema({
  id: { type: "number", key: true },
  model: "text",
  url: "text",
  notes: "text",
});

function scattered(number: number): number {
  return Math.imul(number, 2_654_435_761) >>> 0;
}

const records = Array.from({ length: COUNT }, (_, id) => ({
  id: scattered(id),
  // Texts that repeat: they are in a dictionary.
  model: `the model ${scattered(id % (COUNT / 2))}`,
  url: `https://www.example.com/used/cars/${scattered(id)}`,
  notes: id < 97 ? `${"x".repeat(60_000)}${id}` : "short",
}));

const never = new AbortController().signal;
const made = MemoryStore.from(records, schema);

async function read(query: StoreQuery): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const batch of (await made).read(query, { signal: never })) found.push(...batch);
  return found;
}

describe("each task is short", () => {
  it("while records are loaded", async () => {
    await expectShortTasks("loading", () => MemoryStore.from(records, schema));
  });

  it.each(["model", "url", "notes"])("while records are sorted by %s", async (field) => {
    const store = await made;
    expect(store.size).toBe(COUNT);
    await expectShortTasks(`sorting by ${field}`, () =>
      read({ fields: ["id"], sort: [{ field }] }),
    );
  });

  it.each([
    [
      "many parts",
      `AND(${parts((n) => `LEN(REGEX_REPLACE({url}, "[a-e]${n % 10}", "x")) > ${n % 9}`)}, {id} < 0)`,
    ],
    ["many parts that change case", `OR(${parts((n) => `UPPER({model} & "${n}") = "${n}"`)})`],
    ["a pattern", 'LEN(REGEX_REPLACE(REPT({model}, 2), "(?:.{0,9}@|[A-Z])", "x")) = 1'],
  ])("while a filter with %s runs", async (what, source) => {
    const filter = compileOrThrow(source, schema);
    const store = await made;
    await expectShortTasks(`a filter with ${what}`, () => store.count(filter, { signal: never }));
  });

  it("while two orders need the same work", async () => {
    const store = await MemoryStore.from(records.slice(0, 20_000), schema);
    const ids = async (direction: "asc" | "desc"): Promise<unknown[]> => {
      const found: unknown[] = [];
      const query = { fields: ["notes"], sort: [{ field: "notes", direction }] };
      for await (const batch of store.read(query, { signal: never })) found.push(...batch);
      return found;
    };
    let both: readonly unknown[][] = [];
    await expectShortTasks("two orders of the same field", async () => {
      both = await Promise.all([ids("asc"), ids("desc")]);
    });
    const [ascending = [], descending = []] = both;
    expect(ascending).toEqual([...descending].reverse());
    expect(ascending).toHaveLength(20_000);
  });

  it("while a custom function runs that does not state its price", async () => {
    const slow = defineKernel({
      name: "slow",
      parameters: ["text"],
      result: "text",
      evaluate: (text) => {
        const until = worked() + 2;
        while (worked() < until);
        return text;
      },
    });
    const definition = defineFunction({
      name: "SLOW",
      parameters: [parameter.text("value")],
      result: "text",
      lower: (core, value) => core.call(slow, value),
    });
    const filter = compileOrThrow('SLOW({url}) = "7"', schema, { functions: [definition] });
    const store = await MemoryStore.from(records.slice(0, 300), schema);
    await expectShortTasks("a function without a price", () =>
      store.count(filter, { signal: never }),
    );
  });
});

function parts(part: (number: number) => string): string {
  return Array.from({ length: 80 }, (_, number) => part(number)).join(", ");
}
