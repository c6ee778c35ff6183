import { quantile } from "../measure.ts";
import type { ShapesResult } from "../shapes/bench.ts";
import type { PeerResult } from "../shapes/peer.ts";
import { aheadOf } from "../shapes/report.ts";
import { figure } from "../table.ts";
import type { FigureRecord, NewFigure } from "./figure-record.ts";
import { markdownTable } from "./markdown-table.ts";

/** Percentiles of the ratios of a seed: those of the table, and enough others to draw the distribution. */
const PERCENTILES = [0, 1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 100];

export function shapesFigures(result: ShapesResult): readonly NewFigure[] {
  const { rows, formulas, seeds, byHand, duckdb, polars } = result;
  return [
    { id: "shapes/rows", value: rows, unit: "rows" },
    { id: "shapes/formulas", value: formulas, unit: "formulas" },
    ...seeds.flatMap(({ seed, ratios }, index) =>
      PERCENTILES.map((percent) => ({
        id: `shapes/${index === 0 ? "seed" : "a fresh seed,"} ${seed}/${percent}%`,
        value: quantile(ratios, percent / 100),
        unit: "× filter(rows)",
      })),
    ),
    { id: "shapes/by hand/filters", value: byHand.length, unit: "filters" },
    {
      id: "shapes/by hand/most",
      value: Math.max(...byHand.map((one) => one.rows)),
      unit: "× rows.filter by hand",
    },
    ...peerFigures("DuckDB", duckdb),
    ...peerFigures("polars", polars),
  ];
}

function peerFigures(peer: string, result: PeerResult | undefined): readonly NewFigure[] {
  if (result === undefined) return [];
  const { version, shapes } = result;
  return [
    { id: `shapes/peer/${peer}/formulas`, value: shapes.length, unit: "formulas", version },
    { id: `shapes/peer/${peer}/ahead`, value: aheadOf(result), unit: "formulas", version },
  ];
}

/** The distribution of each seed: percentiles and ratios. */
export function distributions(
  record: FigureRecord,
): readonly { readonly seed: string; readonly points: readonly (readonly [number, number])[] }[] {
  const seeds = record
    .namesUnder("shapes/")
    .flatMap((name) => (name.endsWith("%") ? [name.slice(0, name.indexOf("/"))] : []));
  return [...new Set(seeds)].map((seed) => ({
    seed,
    points: PERCENTILES.map(
      (percent) => [percent, record.value(`shapes/${seed}/${percent}%`)] as const,
    ),
  }));
}

export function shapesText(record: FigureRecord): string {
  const lines = distributions(record).map(({ seed }) => [
    seed,
    ...[50, 95, 99, 100].map((percent) => figure(record.value(`shapes/${seed}/${percent}%`))),
  ]);
  const peers = new Set(record.namesUnder("shapes/peer/").map((name) => name.split("/")[0] ?? ""));
  return [
    `Formulas that nobody tuned anything for: time of columns as a multiple of \`filter(rows)\`, of ${record.value("shapes/formulas")} formulas drawn from each seed, ${record.value("shapes/rows").toLocaleString("en")} rows:`,
    markdownTable(["", "median", "95%", "99%", "most"], lines),
    `\`filter(rows)\` itself takes at most ${figure(record.value("shapes/by hand/most"))} of \`rows.filter\` by hand, of ${record.value("shapes/by hand/filters")} filters that were written both ways.`,
    ...[...peers].map((peer) => {
      const id = `shapes/peer/${peer}`;
      return `Of ${record.value(`${id}/formulas`)} drawn formulas that ${peer} ${record.versionOf(`${id}/formulas`)} decides as well, columns answer ${record.value(`${id}/ahead`)} sooner than ${peer} on one thread counts their rows.`;
    }),
    "![Time of columns to that of rows, of formulas drawn at random](../../bench/results/shapes.svg)",
  ].join("\n\n");
}
