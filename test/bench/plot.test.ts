import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ColumnsResult } from "../../bench/columns.ts";
import type { GrowthStep } from "../../bench/growth-step.ts";
import { plotColumns, plotRows } from "../../bench/plot.ts";
import { plotGrowth } from "../../bench/plot-growth.ts";
import { columnsSection } from "../../bench/readme.ts";
import type { FilterResult, RowsResult } from "../../bench/rows.ts";
import type { ShapesResult } from "../../bench/shapes/bench.ts";
import { plotShapes } from "../../bench/shapes/plot.ts";
import { logScale } from "../../bench/svg.ts";
import type { ThreadsResult } from "../../bench/threads.ts";
import { withSection } from "../../grammar/tools/sections.ts";

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

const columns: ColumnsResult = {
  rows: 1000,
  rounds: 1,
  seed: 1,
  building: 12.34,
  memory: 5_000_000,
  versions: { "DuckDB, 1 thread": "v1.2.3", "DuckDB, 2 threads": "v1.2.3" },
  absent: {},
  filters: [
    result("F1", {
      "rows.filter by hand": 1,
      "isoform columns, row numbers": 0.0412,
      "DuckDB, 1 thread, row numbers": 2.5,
      "limit: sum in WebAssembly": 0.004,
    }),
    result("F4", {
      "rows.filter by hand": 1,
      "isoform columns, row numbers": 0.25,
      "DuckDB, 1 thread, row numbers": 0.5,
    }),
  ],
  means: { "isoform columns, row numbers": 0.1, "DuckDB, 1 thread, row numbers": 1.12 },
  sorting: [],
};

function step(rows: number, time: number): GrowthStep {
  return {
    rows,
    rounds: 1,
    seed: 1,
    building: 1500,
    memory: 3_000_000,
    resident: { built: 4_000_000, most: 5_000_000 },
    filters: ["F1", "F2"].map((id) => ({
      id: id === "F1" ? "F1" : "F2",
      rows: flat(time),
      count: flat(time / 2),
    })),
  };
}

const growth = { rounds: 1, seed: 1, steps: [step(10_000, 2), step(100_000, 1)] };

const shapes: ShapesResult = {
  rows: 1000,
  rounds: 1,
  seed: 1,
  formulas: 2,
  seeds: [
    { seed: 1, columns: { median: 0.1, p95: 0.5, p99: 0.8, most: 1 }, ratios: [], worst: [] },
    { seed: 77, columns: { median: 0.2, p95: 0.6, p99: 0.9, most: 1 }, ratios: [], worst: [] },
  ],
  byHand: [{ formula: "{a} < 1", rows: 1.2, columns: 0.1 }],
  duckdb: {
    version: "1.2.3",
    shapes: [0.5, 1.5].map((columns) => ({ table: "cars", formula: "{a} < 1", columns })),
  },
  polars: { version: "0.24.1", shapes: [{ table: "cars", formula: "{a} < 1", columns: 0.5 }] },
};

const waits = { requests: 9, median: 1, p99: 3, max: 4 };
const scan = (formula: string, times: readonly number[], serial: number) => ({
  formula,
  contestants: ["event loop", "1 thread", "2 threads"].map((name, index) => ({
    name,
    time: flat(times[index] ?? 1),
    ratio: flat(1),
  })),
  serial,
});
const threads: ThreadsResult = {
  rows: 1_000_000,
  rounds: 1,
  scans: [
    scan("{a} < 1", [1, 1, 1], 1),
    scan("{b} < 1", [100, 90, 50], 0.1),
    scan("{c} < 1", [100, 100, 50], 0),
  ],
  busy: [
    { threads: 0, live: { ...waits, p99: 80 }, small: waits, costly: 1 },
    { threads: 1, live: waits, small: { ...waits, p99: 20 }, costly: 1 },
  ],
};

test("the plot of columns has a dot for every filter that there is a figure for", () => {
  const plot = plotColumns(columns);
  expect(plot.match(/<circle /g)).toHaveLength(5);
  expect(plot).toContain(">0.005×<");
});

test("the plot of growth has a line for every filter and a dot for every size", () => {
  const plot = plotGrowth(growth);
  expect(plot.match(/<polyline /g)).toHaveLength(2);
  expect(plot.match(/<circle /g)).toHaveLength(4);
  expect(plot).toContain(">100,000<");
});

test("the labels of lines that end at one place do not cover each other", () => {
  const heights = [...plotGrowth(growth).matchAll(/y="([\d.]+)">F\d /g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(2);
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeGreaterThanOrEqual(15);
});

test("a logarithmic scale has ticks that are short to write", () => {
  const { ticks, at } = logScale([0.0009, 12], [0, 100]);
  expect(ticks).toEqual([0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]);
  expect([at(0.0009), at(12)]).toEqual([0, 100]);
});

test("the README tells the figures of columns and of their growth", () => {
  const section = columnsSection({ columns, growth, shapes, threads });
  expect(section).toContain("| isoform columns, row numbers | 0.041 | 0.25 | 0.10 |");
  expect(section).toContain("| limit: sum in WebAssembly | 0.0040 | – | – |");
  expect(section).toContain("DuckDB 1.2.3; each holds");
  expect(section).toContain("| 100,000 | 1.50 s | 3.00 MB | 5.00 MB | 1.00 | 1.00 |");
  expect(section).toContain("| seed 1 | 0.10 | 0.50 | 0.80 | 1.00 |");
  expect(section).toContain("| a fresh seed, 77 | 0.20 |");
  expect(section).toContain("takes at most 1.20 of");
  expect(section).toContain(
    "Of 2 drawn formulas that DuckDB 1.2.3 decides as well, columns answer 1 ",
  );
  expect(section).toContain("is 1.80 to 2.00 times as fast with two threads");
  expect(section).toContain("it would be 6.40 to 16.0 times as fast with 16");
  expect(section).toContain("at most 80.0 ms to `/livez` and 3.00 ms to a small query without");
  expect(section).toContain("Of 1 drawn formulas that polars 0.24.1 decides as well, columns");
});

test("nothing is told that was not measured", () => {
  expect(columnsSection({})).toBe("");
});

const root = new URL("../../", import.meta.url);
const resultsOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`bench/results/${name}.json`, root), "utf8"));
const latest = resultsOf("latest");

test("what stands in the README of columns is what was measured", () => {
  const page = readFileSync(new URL("README.md", root), "utf8");
  const section = columnsSection(latest);
  expect(withSection(page, "columns", section)).toBe(page);
});

test.each([
  ["rows.svg", () => plotRows(latest.rows)],
  ["columns.svg", () => latest.columns && plotColumns(latest.columns)],
  ["growth.svg", () => latest.growth && plotGrowth(latest.growth)],
  ["shapes.svg", () => latest.shapes && plotShapes(latest.shapes, resultsOf("shapes-before"))],
])("%s shows what was measured", (name, plot) => {
  const file = new URL(`bench/results/${name}`, root);
  const drawn = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  expect(drawn).toBe(plot());
});
