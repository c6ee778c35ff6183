import { verdict } from "../report.ts";
import { figure, percent, table } from "../table.ts";
import type { SeedResult, ShapesResult } from "./bench.ts";
import type { PeerResult } from "./peer.ts";

const MOST_LETTERS = 150;
const AHEAD = 55 / 60;

export function seedReport({ seed, columns, worst }: SeedResult): string {
  const { median, p95, p99, most } = columns;
  const rows = worst.map((one) => [
    short(one.formula),
    one.table,
    percent(one.share),
    figure(one.rows),
    figure(one.columns),
    figure(one.reference),
  ]);
  return [
    `Seed ${seed}: columns to filter(rows): median ${figure(median)}, 95% ${figure(p95)}, 99% ${figure(p99)}, most ${figure(most)}`,
    table(["the ten worst", "table", "matches", "rows ns", "columns", "reference"], rows),
  ].join("\n");
}

export function byHandTable({ byHand }: ShapesResult): string {
  const sorted = [...byHand].sort((a, b) => b.rows - a.rows);
  return table(
    ["to rows.filter by hand", "filter(rows)", "columns"],
    sorted.map(({ formula, rows, columns }) => [short(formula), figure(rows), figure(columns)]),
  );
}

/** The number of formulas for which columns are faster than a peer. */
export function aheadOf({ shapes }: PeerResult): number {
  return shapes.filter(({ columns }) => columns < 1).length;
}

function peerLines(peer: string, result: PeerResult | undefined): string[] {
  if (result === undefined) return [];
  const behind = result.shapes.filter(({ columns }) => columns >= 1);
  const all = result.shapes.length;
  const ahead = aheadOf(result);
  return [
    verdict(
      ahead >= AHEAD * all,
      `ahead of ${peer} ${result.version}, 1 thread, on ${ahead} of ${all}, to be at least ${Math.ceil(AHEAD * all)}`,
    ),
    ...behind.map(({ formula, columns }) => `  ${figure(columns)} of ${peer}: ${short(formula)}`),
  ];
}

export function shapesSummary(result: ShapesResult): string {
  const { rows, rounds, formulas, seeds, byHand, duckdb, polars } = result;
  const worst = Math.max(...byHand.map((one) => one.rows));
  return [
    `${formulas} formulas of each seed, ${rows.toLocaleString("en")} rows, ${rounds} rounds`,
    ...seeds.flatMap(({ seed, columns: { median, p95, most } }) => [
      verdict(median <= 0.25, `seed ${seed}: median ${figure(median)}, to be at most 0.25`),
      verdict(p95 <= 0.7, `seed ${seed}: 95th percentile ${figure(p95)}, to be at most 0.7`),
      verdict(most <= 1.05, `seed ${seed}: worst ${figure(most)}, to be at most 1.05`),
    ]),
    verdict(
      worst <= 1.3,
      `filter(rows), worst of ${byHand.length} by hand: ${figure(worst)}, to be at most 1.3`,
    ),
    ...peerLines("DuckDB", duckdb),
    ...peerLines("polars", polars),
  ].join("\n");
}

function short(formula: string): string {
  const line = formula.replace(/\s+/g, " ");
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS)}…`;
}
