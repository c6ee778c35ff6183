import type { ColumnsResult } from "../columns.ts";
import {
  columnCount,
  columnMask,
  columnRows,
  limitOfVectors,
  ROW_NUMBERS,
} from "../contestant-names.ts";
import { FILTER_IDS } from "../filters.ts";
import { figureOrDash } from "../report.ts";
import type { FigureRecord, NewFigure } from "./figure-record.ts";
import { markdownTable } from "./markdown-table.ts";
import { ratioFigures } from "./rows.ts";

export function columnsFigures(result: ColumnsResult): readonly NewFigure[] {
  const engines = Object.entries(result.versions);
  return [
    { id: "columns/cars", value: result.rows, unit: "rows" },
    ...ratioFigures("columns", result, (contestant) => {
      const [, version] = engines.find(([engine]) => contestant.startsWith(`${engine}, `)) ?? [];
      return version?.replace(/^v/, "");
    }),
  ];
}

export function columnsText(record: FigureRecord): string {
  const own = [columnRows, columnCount, columnMask];
  const others = record
    .namesUnder("columns/F1/")
    .filter((name) => name.endsWith(ROW_NUMBERS) && !own.includes(name));
  const lines = [...own, ...others, limitOfVectors].map((name) => [
    name,
    ...[...FILTER_IDS, "mean"].map((path) => figureOrDash(record.find(`columns/${path}/${name}`))),
  ]);
  const versions = others.map(
    (name) => `${name.split(",")[0]} ${record.versionOf(`columns/F1/${name}`)}`,
  );
  return [
    `Time as a multiple of \`rows.filter\` by hand, ${record.value("columns/cars").toLocaleString("en")} cars, all in one process; the limit is to read the numbers that a filter is about once:`,
    markdownTable(["", ...FILTER_IDS, "mean"], lines),
    `${[...new Set(versions)].join(", ")}; each holds the cars in memory and hands over the numbers of the rows.`,
    "![Time of columns and of other engines for six filters](../../bench/results/columns.svg)",
  ].join("\n\n");
}
