import { FigureRecord } from "../record/figure-record.ts";
import { growthChart } from "./growth.ts";
import { columnsChart, rowsChart } from "./ratios.ts";
import { shapesChart } from "./shapes.ts";

/** The charts of pages, by file name in `bench/results`. */
export const CHARTS: Readonly<Record<string, () => string>> = {
  "rows.svg": () => rowsChart(FigureRecord.read()),
  "columns.svg": () => columnsChart(FigureRecord.read()),
  "growth.svg": () => growthChart(FigureRecord.read()),
  "shapes.svg": () => shapesChart(FigureRecord.read()),
};
