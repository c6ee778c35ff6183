import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/backends/columns/columns.ts";
import {
  type ColumnRows,
  columnReader,
  planOrThrow,
  Summarizer,
  type SummaryPart,
  type SummaryQuery,
} from "../../../src/data/summary/index.ts";
import { compile } from "../../../src/engine/index.ts";
import { defineSchema } from "../../../src/index.ts";
import { allSteps } from "../../../src/util/steps.ts";

const schema = defineSchema({ price: "number" });
const columns = Columns.from(
  [1, 2, 2, null].map((price) => ({ price })),
  schema,
).snapshot();

/** The groups of all rows. */
function groupsOf(query: SummaryQuery): Summarizer<ColumnRows> {
  const plan = planOrThrow(schema, query, (source) => compile(source, schema));
  const groups = new Summarizer(plan, allSteps(columnReader(plan, columns.table)));
  groups.add({ rows: undefined, from: 0 }, columns.length);
  return groups;
}

describe("a part of a summary", () => {
  it("has at most the requested number of groups, or is undefined", () => {
    const groups = groupsOf({ groupBy: ["price"] });
    expect(groups.part(3)?.records).toEqual(Float64Array.of(1, 2, 1));
    expect(groups.part(2)).toBeUndefined();
  });

  it("is undefined for a measure that needs all values", () => {
    expect(groupsOf({ measures: ["median(price)"] }).part()).toBeUndefined();
  });

  it("is added to the records before it", () => {
    const query: SummaryQuery = { groupBy: ["price"], measures: ["count", "sum(price)"] };
    const groups = groupsOf(query);
    groups.merge(groupsOf(query).part() as SummaryPart);
    expect(allSteps(groups.finish())).toEqual([
      { price: 1, count: 2, "sum(price)": 2 },
      { price: 2, count: 4, "sum(price)": 8 },
      { price: null, count: 2, "sum(price)": 0 },
    ]);
  });
});
