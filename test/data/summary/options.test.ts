import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/backends/columns/columns.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { SummaryError, type SummaryOptions, summarize } from "../../../src/data/summary/index.ts";
import { compileOrThrow, defineSchema } from "../../../src/engine/index.ts";
import { records, schema, storeRecords } from "./cases.ts";

const columns = Columns.from(records, schema);

function codesOf(options: SummaryOptions): readonly string[] {
  try {
    summarize(columns, options);
  } catch (error) {
    if (error instanceof SummaryError) {
      return [error.code, ...error.problems.map(({ option, code }) => `${option} ${code}`)];
    }
    throw error;
  }
  return [];
}

describe("mistakes in a summary", () => {
  it.each([
    [{ groupBy: ["contry"] }, "groupBy unknown-field"],
    [{ groupBy: ["tags"] }, "groupBy not-groupable"],
    [{ groupBy: ["id", "city", "country", "year"] }, "groupBy too-many"],
    [{ groupBy: ["country", "country"] }, "groupBy duplicate-name"],
    [{ groupBy: [{ elements: "tgs" }] }, "groupBy unknown-field"],
    [{ groupBy: [{ elements: "city" }] }, "groupBy not-groupable"],
    [{ groupBy: [{ elements: "tags" }, { elements: "tags", name: "t" }] }, "groupBy not-groupable"],
    [{ groupBy: [{ formula: "{nothing} + 1" }] }, "groupBy invalid-formula"],
    [{ measures: ["total(price)"] }, "measures unknown-measure"],
    [{ measures: ["sum(price) + 1"] }, "measures unknown-measure"],
    [{ measures: ["sum"] }, "measures missing-value"],
    [{ measures: ["count(price)"] }, "measures no-value"],
    [{ measures: ["sum(city)"] }, "measures wrong-type"],
    [{ measures: ["median(at)"] }, "measures wrong-type"],
    [{ measures: ["min(tags)"] }, "measures wrong-type"],
    [{ measures: ["min(price"] }, "measures unknown-measure"],
    [{ measures: ["min(prise)"] }, "measures invalid-formula"],
    [{ measures: ["count", "count"] }, "measures duplicate-name"],
    [{ measures: [{ measure: "total" as "sum", of: "{price}" }] }, "measures unknown-measure"],
    [
      { measures: Array.from({ length: 21 }, (_, index) => `min({price} * ${index})`) },
      "measures too-many",
    ],
    [{ sort: [{ field: "price" }] }, "sort unknown-field"],
    [
      { groupBy: ["contry"], measures: ["sum"], sort: [{ field: "x" }] },
      "groupBy unknown-field",
      "measures missing-value",
      "sort unknown-field",
    ],
  ] as const)("%j", (options: SummaryOptions, ...problems: readonly string[]) => {
    expect(codesOf(options)).toEqual(["invalid", ...problems]);
  });

  it("have a suggestion", () => {
    expect(() => summarize(columns, { groupBy: ["contry"] })).toThrow("did you mean `country`?");
    expect(() => summarize(columns, { measures: ["sun(price)"] })).toThrow("did you mean `sum`?");
  });

  it("throw a TypeError for an argument of the wrong type", () => {
    expect(() => summarize(7 as never, {} as never)).toThrow(TypeError);
    expect(() => summarize(columns, { limit: -1 })).toThrow(TypeError);
    expect(() => summarize(columns, { measures: "count" as never })).toThrow(TypeError);
    expect(() => summarize(records, {} as never)).toThrow(TypeError);
  });
});

describe("the parts of a summary", () => {
  it("are named by their texts unless they have other names", () => {
    const country = compileOrThrow("{country}", schema);
    const [group = {}] = summarize(columns, {
      groupBy: [country, { formula: compileOrThrow("{city}", schema), name: "town" }],
      measures: [
        { measure: "count" },
        { measure: "sum", of: "{price}" },
        { measure: "min", of: "{price}", name: "least" },
      ],
    });
    expect(Object.keys(group)).toEqual(["{country}", "town", "count", "sum({price})", "least"]);
  });
});

describe("what is summarized", () => {
  it("may be a snapshot of columns, which later records do not change", () => {
    const growing = Columns.from(records, schema);
    const snapshot = growing.snapshot();
    growing.append(records);
    expect(summarize(snapshot)).toEqual([{ count: records.length }]);
    expect(summarize(growing)).toEqual([{ count: 2 * records.length }]);
  });
});

describe("the most groups", () => {
  it.each([["id"], ["year"], ["sold"]])("are not exceeded: %s", (field) => {
    const most = new Set(records.map((record) => record[field])).size;
    expect(summarize(columns, { groupBy: [field], mostGroups: most })).toHaveLength(most);
    expect(codesOf({ groupBy: [field], mostGroups: most - 1 })).toEqual(["too-large"]);
  });

  it("count elements of the records, however many others exist", () => {
    const lists = defineSchema({ tags: "list" });
    const rows = [{ tags: ["a1", "a2", "b1"] }, { tags: [] }, { tags: ["a3", "b1", "B2"] }];
    const query = { groupBy: [{ elements: "tags", prefix: "b", ignoreCase: true }] };
    for (const group of [
      (mostGroups: number) => summarize(rows, { ...query, schema: lists, mostGroups }),
      (mostGroups: number) => summarize(Columns.from(rows, lists), { ...query, mostGroups }),
    ]) {
      expect(group(2).map(({ tags }) => tags)).toEqual(["B2", "b1"]);
      expect(() => group(1)).toThrow("groups");
    }
  });
});

describe("the clock", () => {
  const clocked = (): { readonly clock: () => Date; readonly reads: () => number } => {
    let reads = 0;
    return { clock: () => new Date(Date.UTC(2024, 0, 1 + reads++)), reads: () => reads };
  };
  const asked = (clock: () => Date): SummaryOptions => ({
    filter: compileOrThrow("NOW() < DATETIME_PARSE('2024-01-02')", schema, { clock }),
    groupBy: [{ formula: "NOW()", name: "now" }],
    measures: ["min(NOW())", "count"],
    formulas: { clock },
  });
  const found = [
    { now: new Date("2024-01-01"), "min(NOW())": new Date("2024-01-01"), count: records.length },
  ];

  it("is read once for the filter, the keys and the measures", async () => {
    const ways = [
      (query: SummaryOptions) => summarize(records, { ...query, schema }),
      (query: SummaryOptions) => summarize(columns, query),
      async (query: SummaryOptions) => {
        const store = await MemoryStore.from(storeRecords, schema);
        return await summarize(store, { ...query, signal: new AbortController().signal });
      },
    ];
    for (const way of ways) {
      const { clock, reads } = clocked();
      expect(await way(asked(clock))).toEqual(found);
      expect(reads()).toBe(1);
    }
  });

  it("is not read for summaries without NOW()", () => {
    const clock = (): never => {
      throw new Error("the clock is broken");
    };
    expect(summarize(columns, { groupBy: ["year"], formulas: { clock } })).not.toEqual([]);
  });
});
