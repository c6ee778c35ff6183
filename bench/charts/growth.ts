import { dot, gridX, gridY, lineY, text } from "@observablehq/plot";
import { FILTER_IDS } from "../filters.ts";
import type { FigureRecord } from "../record/figure-record.ts";
import { growthSizes } from "../record/growth.ts";
import { figure } from "../table.ts";
import { chart, GRID, logTicks, PLAIN } from "./chart.ts";

/** The least distance between labels at the ends of lines, in pixels. */
const APART = 16;
const HEIGHT = 470;

interface Point {
  readonly id: string;
  readonly rows: number;
  readonly time: number;
}

/**
 * The time per row of each filter over the number of rows, both on logarithmic scales: linear growth is a horizontal
 * line.
 */
export function growthChart(record: FigureRecord): string {
  const sizes = growthSizes(record);
  const points = FILTER_IDS.flatMap((id) =>
    sizes.map((rows): Point => ({ id, rows, time: record.value(`growth/${rows}/${id}`) })),
  );
  const times = points.map(({ time }) => time);
  const domain = [Math.min(...times) / 1.5, Math.max(...times) * 1.5] as const;
  const most = Math.max(...sizes);
  const ends = points.filter(({ rows }) => rows === most).sort((a, b) => a.time - b.time);
  return chart(
    {
      title: "Columns, row numbers: nanoseconds a row over the number of rows",
      below: "A line for each filter. Level is linear growth; less is better.",
      words: `Nanoseconds a row at ${most.toLocaleString("en")} rows: ${ends.map(({ id, time }) => `${id} ${figure(time)}`).join(", ")}`,
    },
    {
      width: 760,
      height: HEIGHT,
      marginRight: 130,
      marginBottom: 80,
      x: {
        type: "log",
        domain: [Math.min(...sizes) / 1.2, most * 1.2],
        ticks: [...sizes],
        tickFormat: (rows: number) =>
          rows < 1e6 ? rows.toLocaleString("en") : `${rows / 1e6} million`,
        label: null,
      },
      y: {
        type: "log",
        domain: [...domain],
        ticks: [...logTicks(...domain)],
        tickFormat: String,
        label: null,
      },
      marks: [
        gridX([...sizes], GRID),
        gridY([...logTicks(...domain)], GRID),
        lineY(points, { x: "rows", y: "time", z: "id", stroke: PLAIN, strokeOpacity: 0.6 }),
        dot(points, { x: "rows", y: "time", r: 3.5, fill: PLAIN }),
        ...labels(ends, domain).map(({ end, dy }) =>
          text([end], {
            x: "rows",
            y: "time",
            text: ({ id, time }: Point) => `${id}  ${figure(time)} ns`,
            textAnchor: "start",
            dx: 14,
            dy,
          }),
        ),
        text([`Rows, each size in a process of its own.\n${record.origins("growth")}`], {
          frameAnchor: "bottom-left",
          lineAnchor: "top",
          textAnchor: "start",
          lineHeight: 1.45,
          dx: -64,
          dy: 36,
        }),
      ],
    },
  );
}

/** Places labels from bottom to top, moving each up to keep the distance. */
function labels(
  ends: readonly Point[],
  [lowest, highest]: readonly [number, number],
): readonly { readonly end: Point; readonly dy: number }[] {
  const scale = (HEIGHT - 76 - 80) / Math.log(highest / lowest);
  let above = Number.POSITIVE_INFINITY;
  return ends.map((end) => {
    const own = scale * Math.log(highest / end.time);
    above = Math.min(own, above - APART);
    return { end, dy: Math.round(above - own) };
  });
}
