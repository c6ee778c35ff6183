import { expect, test } from "vitest";
import { plotRows } from "../../bench/plot.ts";
import type { FilterResult, RowsResult } from "../../bench/rows.ts";

const flat = (median: number) => ({ median, min: median, max: median, spread: 0 });

function result(id: FilterResult["id"], ratios: Readonly<Record<string, number>>): FilterResult {
  return {
    id,
    formula: "{a} < 1",
    share: 0.5,
    contestants: Object.entries(ratios).map(([name, ratio]) => ({
      name,
      time: flat(10 * ratio),
      ratio: flat(ratio),
    })),
  };
}

const rows: RowsResult = {
  rows: 1000,
  rounds: 1,
  seed: 1,
  filters: [
    result("F1", { "rows.filter by hand": 1, isoform: 0.5, "a<b": 3, partial: 40 }),
    result("F2", { "rows.filter by hand": 1, isoform: 0.6, "a<b": 4 }),
  ],
  means: { "rows.filter by hand": 1, isoform: 0.55, "a<b": 3.46 },
  everyNth: { partial: 10 },
};

test("the plot has a dot for every filter that a contestant can express", () => {
  expect(plotRows(rows).match(/<circle /g)).toHaveLength(5);
});

test("the plot names its contestants, the fastest first, and escapes what it writes", () => {
  const labels = [...plotRows(rows).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(
    ([, label]) => label,
  );
  const names = labels.filter((label) => ["isoform", "a&lt;b", "partial *"].includes(label ?? ""));
  expect(names).toEqual(["isoform", "a&lt;b", "partial *"]);
});
