import { describe, expect, it } from "vitest";
import { restrictTo } from "../../../../src/data/stores/filter-scopes.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { planOrThrow, type SummaryQuery } from "../../../../src/data/summary/index.ts";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  parameter,
} from "../../../../src/index.ts";
import { NEVER } from "../files/read-all.ts";
import { take } from "./take.ts";

// Texts outside of a key's scope take no time and no memory of its requests, though a column has one dictionary for all rows.

const evaluated = new Set<string>();
const kernel = defineKernel({
  name: "noted",
  parameters: ["text"],
  result: "text",
  price: ([length = 0]) => ({ work: 10, length }),
  evaluate: (text) => {
    evaluated.add(String(text));
    return text;
  },
});
const NOTED = defineFunction({
  name: "NOTED",
  parameters: [parameter.text("text")],
  result: "text",
  lower: (core, text) => core.call(kernel, text),
});
const SCHEMA = defineSchema(
  {
    id: { type: "text", key: true },
    dealer: "text",
    code: "text",
    tags: "list",
    size: "number",
    noted: { formula: "NOTED({code})" },
  },
  { functions: [NOTED] },
);
const formula = (source: string) => compileOrThrow(source, SCHEMA, { functions: [NOTED] });
const SCOPE = formula('{dealer} = "own"');
const LENGTH = 5_000;

/** Every other record is in the scope, and has one of 40 codes. Others have `distinct` codes of a length. */
async function storeWith(distinct: number, length: number): Promise<MemoryStore> {
  const records = Array.from({ length: LENGTH }, (_, row) => {
    const isOwn = row % 2 === 0;
    const code = isOwn ? `own ${row % 40}` : `other ${row % distinct}`.padEnd(length, "x");
    return {
      id: String(row).padStart(5, "0"),
      dealer: isOwn ? "own" : "other",
      code,
      tags: isOwn && row % 3 === 0 ? [] : [code, "both"],
      size: row % 7,
    };
  });
  return MemoryStore.from(records, SCHEMA);
}

function planOf(query: SummaryQuery): ReturnType<typeof planOrThrow> {
  return planOrThrow(SCHEMA, query, (source) => ({ ok: true, formula: formula(source) }));
}

describe("for a filter with a scope", () => {
  it("no text outside of it is evaluated", async () => {
    const store = await storeWith(100, 20);
    const filter = restrictTo(SCOPE, formula('FIND("own 1", NOTED({code})) = 1'));
    const all = restrictTo(SCOPE, undefined);
    evaluated.clear();
    await store.count(filter, { signal: NEVER });
    await take(store, { filter, limit: 3 });
    await take(store, { filter, fields: ["id"], sort: [{ field: "noted" }], limit: 3 });
    await take(store, { filter: all, fields: ["noted"] });
    const groupBy = [{ formula: "NOTED({code})" }];
    const measures = ["countDistinct(NOTED({code}))", "max(LEN(NOTED({code})))"];
    await store.summarize({ ...planOf({ groupBy, measures }), filter: all }, { signal: NEVER });
    expect([...evaluated].filter((text) => text.startsWith("own"))).toHaveLength(20);
    expect([...evaluated].filter((text) => text.startsWith("other"))).toEqual([]);
  });

  it.each<[string, SummaryQuery]>([
    ["texts", { groupBy: ["code"] }],
    ["elements of lists", { groupBy: [{ elements: "tags" }], measures: ["count", "sum(size)"] }],
    ["values of a formula", { groupBy: [{ formula: "UPPER({code})" }] }],
    ["two keys", { groupBy: ["code", "size"] }],
    ["distinct texts", { measures: ["countDistinct(code)"] }],
    ["distinct values", { groupBy: ["size"], measures: ["countDistinct(UPPER({code}))"] }],
  ])("groups are charged for the texts in it: %s", async (_, query) => {
    const filter = restrictTo(SCOPE, undefined);
    const [few, many] = await Promise.all(
      [10, 2_000].map(async (distinct) => {
        const store = await storeWith(distinct, 20);
        const held: number[] = [];
        const groups = await store.summarize(
          { ...planOf(query), filter },
          { signal: NEVER, hold: (bytes) => held.push(bytes) },
        );
        const own = await MemoryStore.from(
          await take(store, { filter, fields: [...SCHEMA.stored.keys()] }),
          SCHEMA,
        );
        expect(groups).toEqual(await own.summarize(planOf(query), { signal: NEVER }));
        // How often it is charged depends on the time.
        return [...new Set(held)];
      }),
    );
    expect(many?.length).toBeGreaterThan(0);
    expect(many).toEqual(few);
  });
});
