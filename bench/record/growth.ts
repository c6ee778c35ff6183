import { FILTER_IDS } from "../filters.ts";
import type { GrowthResult } from "../growth.ts";
import { figure } from "../table.ts";
import type { FigureRecord, NewFigure } from "./figure-record.ts";
import { markdownTable } from "./markdown-table.ts";

export function growthFigures({ steps }: GrowthResult): readonly NewFigure[] {
  return steps.flatMap(({ rows, building, memory, resident, filters }) => [
    { id: `growth/${rows}/made in`, value: building / 1000, unit: "s" },
    { id: `growth/${rows}/columns`, value: memory / 1e6, unit: "MB" },
    { id: `growth/${rows}/process`, value: resident.most / 1e6, unit: "MB" },
    ...filters.map(({ id, rows: time }) => ({
      id: `growth/${rows}/${id}`,
      value: time.median,
      unit: "ns a row",
    })),
  ]);
}

/** The measured numbers of rows, ascending. */
export function growthSizes(record: FigureRecord): readonly number[] {
  const sizes = record.namesUnder("growth/").map((name) => Number(name.split("/")[0]));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

export function growthText(record: FigureRecord): string {
  const lines = growthSizes(record).map((rows) => {
    const told = (name: string): string => figure(record.value(`growth/${rows}/${name}`));
    return [
      rows.toLocaleString("en"),
      `${told("made in")} s`,
      `${told("columns")} MB`,
      `${told("process")} MB`,
      ...FILTER_IDS.map(told),
    ];
  });
  return [
    "Columns of more and more cars, with nanoseconds a row for each filter:",
    markdownTable(["cars", "made in", "columns", "the process at most", ...FILTER_IDS], lines),
    "![Nanoseconds a row of each filter over the number of rows](../../bench/results/growth.svg)",
  ].join("\n\n");
}
