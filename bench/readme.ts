import { type ColumnsResult, columnCount, columnRows, ROW_NUMBERS } from "./columns.ts";
import type { GrowthResult } from "./growth.ts";
import { limitOfVectors } from "./limits.ts";
import { figureOrDash, ratioOf } from "./report.ts";
import type { ShapesResult } from "./shapes/bench.ts";
import { aheadOf } from "./shapes/report.ts";
import { figure } from "./table.ts";

/** What the README says of columns: nothing, while nothing is measured. */
export function columnsSection(
  columns: ColumnsResult | undefined,
  growth: GrowthResult | undefined,
  shapes: ShapesResult | undefined,
): string {
  return [
    ...(columns === undefined ? [] : columnsParts(columns)),
    ...(growth === undefined ? [] : growthParts(growth)),
    ...(shapes === undefined ? [] : shapesParts(shapes)),
  ].join("\n\n");
}

function columnsParts({ rows, filters, means, versions }: ColumnsResult): string[] {
  const names = [
    columnRows,
    columnCount,
    ...Object.keys(versions).map((engine) => `${engine}${ROW_NUMBERS}`),
    limitOfVectors,
  ];
  const lines = names.map((name) => {
    const ratios = filters.map(({ contestants }) => ratioOf(contestants, name));
    return [name, ...[...ratios, means[name]].map(figureOrDash)];
  });
  const used = Object.entries(versions).map(
    ([engine, version]) => `${engine.split(",")[0]} ${version.replace(/^v/, "")}`,
  );
  return [
    `Time as a multiple of \`rows.filter\` by hand, ${rows.toLocaleString("en")} cars, all in one process; the limit is to read the numbers that a filter is about once:`,
    markdownTable(["", ...filters.map(({ id }) => id), "mean"], lines),
    `${[...new Set(used)].join(", ")}; each holds the cars in memory and hands over the numbers of the rows.`,
    "![Time of columns and of other engines for six filters](bench/results/columns.svg)",
  ];
}

function growthParts({ steps }: GrowthResult): string[] {
  const ids = steps[0]?.filters.map(({ id }) => id) ?? [];
  const lines = steps.map(({ rows, building, memory, resident, filters }) => [
    rows.toLocaleString("en"),
    `${figure(building / 1000)} s`,
    `${figure(memory / 1e6)} MB`,
    `${figure(resident.most / 1e6)} MB`,
    ...filters.map(({ rows: time }) => figure(time.median)),
  ]);
  return [
    "Columns of more and more cars, with nanoseconds a row for each filter:",
    markdownTable(["cars", "made in", "columns", "the process at most", ...ids], lines),
    "![Nanoseconds a row of each filter over the number of rows](bench/results/growth.svg)",
  ];
}

function shapesParts({ rows, formulas, seeds, byHand, duckdb }: ShapesResult): string[] {
  const lines = seeds.map(({ seed, columns: { median, p95, p99, most } }, place) => [
    place === 0 ? `seed ${seed}` : `a fresh seed, ${seed}`,
    ...[median, p95, p99, most].map(figure),
  ]);
  const worst = Math.max(...byHand.map((one) => one.rows));
  return [
    `Formulas that nobody tuned anything for: time of columns as a multiple of \`filter(rows)\`, of ${formulas} formulas drawn from each seed, ${rows.toLocaleString("en")} rows:`,
    markdownTable(["", "median", "95%", "99%", "most"], lines),
    `\`filter(rows)\` itself takes at most ${figure(worst)} of \`rows.filter\` by hand, of ${byHand.length} filters that were written both ways.`,
    ...(duckdb === undefined
      ? []
      : [
          `Of ${duckdb.shapes.length} drawn formulas that DuckDB ${duckdb.version} decides as well, columns answer ${aheadOf(duckdb)} sooner than DuckDB on one thread counts their rows.`,
        ]),
    "![Time of columns to that of rows, of formulas drawn at random](bench/results/shapes.svg)",
  ];
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, column) => (column === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
