import { type ColumnsResult, columnCount, columnMask, columnRows, ROW_NUMBERS } from "./columns.ts";
import type { GrowthResult } from "./growth.ts";
import { limitOfVectors } from "./limits.ts";
import { figureOrDash, ratioOf } from "./report.ts";
import { CORES, gainOf, gainOn, isShort } from "./report-threads.ts";
import type { ShapesResult } from "./shapes/bench.ts";
import type { PeerResult } from "./shapes/peer.ts";
import { aheadOf } from "./shapes/report.ts";
import { figure } from "./table.ts";
import { type ThreadsResult, threadsName } from "./threads.ts";

interface Measured {
  readonly columns?: ColumnsResult | undefined;
  readonly growth?: GrowthResult | undefined;
  readonly shapes?: ShapesResult | undefined;
  readonly threads?: ThreadsResult | undefined;
}

/** What the README says of columns: nothing, while nothing is measured. */
export function columnsSection({ columns, growth, shapes, threads }: Measured): string {
  return [
    ...(columns === undefined ? [] : columnsParts(columns)),
    ...(growth === undefined ? [] : growthParts(growth)),
    ...(shapes === undefined ? [] : shapesParts(shapes)),
    ...(threads === undefined ? [] : threadsParts(threads)),
  ].join("\n\n");
}

function columnsParts({ rows, filters, means, versions }: ColumnsResult): string[] {
  const names = [
    columnRows,
    columnCount,
    columnMask,
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

function shapesParts({ rows, formulas, seeds, byHand, duckdb, polars }: ShapesResult): string[] {
  const lines = seeds.map(({ seed, columns: { median, p95, p99, most } }, place) => [
    place === 0 ? `seed ${seed}` : `a fresh seed, ${seed}`,
    ...[median, p95, p99, most].map(figure),
  ]);
  const worst = Math.max(...byHand.map((one) => one.rows));
  return [
    `Formulas that nobody tuned anything for: time of columns as a multiple of \`filter(rows)\`, of ${formulas} formulas drawn from each seed, ${rows.toLocaleString("en")} rows:`,
    markdownTable(["", "median", "95%", "99%", "most"], lines),
    `\`filter(rows)\` itself takes at most ${figure(worst)} of \`rows.filter\` by hand, of ${byHand.length} filters that were written both ways.`,
    ...peerParts("DuckDB", duckdb),
    ...peerParts("polars", polars),
    "![Time of columns to that of rows, of formulas drawn at random](bench/results/shapes.svg)",
  ];
}

function threadsParts({ rows, scans, busy }: ThreadsResult): string[] {
  const counts = scans.filter((scan) => scan.call === undefined && !isShort(scan, rows));
  const within = (of: (scan: (typeof counts)[number]) => number): string => {
    const values = counts.map(of);
    return `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`;
  };
  const waits = busy.map(
    ({ threads, live, small }) =>
      `${figure(live.p99)} ms to \`/livez\` and ${figure(small.p99)} ms to a small query ${threads === 0 ? "without threads" : `with ${threadsName(threads)}`}`,
  );
  return [
    `A costly filter over ${rows.toLocaleString("en")} cars is ${within(gainOf)} times as fast with two threads of a \`ScanPool\` as with one. By the share of the work that does not get less, it would be ${within(({ serial }) => gainOn(CORES, serial))} times as fast with ${CORES} on as many cores. While ten such requests run at a time, 99 of 100 answers take at most ${waits.join(", and ")}.`,
  ];
}

function peerParts(peer: string, result: PeerResult | undefined): string[] {
  if (result === undefined) return [];
  const { version, shapes } = result;
  return [
    `Of ${shapes.length} drawn formulas that ${peer} ${version} decides as well, columns answer ${aheadOf(result)} sooner than ${peer} on one thread counts their rows.`,
  ];
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, column) => (column === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
