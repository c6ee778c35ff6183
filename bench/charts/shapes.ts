import { gridY, lineX, ruleX, text } from "@observablehq/plot";
import type { FigureRecord } from "../record/figure-record.ts";
import { distributions } from "../record/shapes.ts";
import { figure } from "../table.ts";
import { chart, GREY, GRID, HIGHLIGHT, logTicks, PLAIN, ratioAxis } from "./chart.ts";

/** The cumulative distribution of ratios for each seed. */
export function shapesChart(record: FigureRecord): string {
  const lines = distributions(record).map(({ seed, points }, index) => ({
    seed,
    colour: index === 0 ? HIGHLIGHT : PLAIN,
    points: points.map(([percent, ratio]) => ({ percent, ratio })),
    words: `${seed}: median ${figure(record.value(`shapes/${seed}/50%`))}, most ${figure(record.value(`shapes/${seed}/100%`))}`,
  }));
  const ratios = lines.flatMap(({ points }) => points.map(({ ratio }) => ratio));
  const domain = [Math.min(...ratios) / 1.2, Math.max(2, ...ratios) * 1.2] as const;
  return chart(
    {
      title: `Columns to filter(rows): ${record.value("shapes/formulas")} formulas drawn at random, twice`,
      below:
        "The share of the formulas that take at most this multiple of the time of filter(rows).",
      words: lines.map(({ words }) => words).join("; "),
    },
    {
      width: 760,
      height: 420,
      marginRight: 24,
      marginBottom: 70,
      x: {
        type: "log",
        domain: [...domain],
        label: null,
      },
      y: { domain: [0, 100], tickFormat: (share: number) => `${share}%`, label: null },
      marks: [
        ...ratioAxis(logTicks(...domain)),
        gridY([0, 20, 40, 60, 80, 100], GRID),
        ruleX([1], { stroke: GREY, strokeWidth: 1.5 }),
        ...lines.flatMap(({ points, colour, words }, index) => [
          lineX(points, { x: "ratio", y: "percent", stroke: colour, strokeWidth: 2 }),
          text([words], {
            frameAnchor: "top-left",
            textAnchor: "start",
            lineAnchor: "top",
            fill: colour,
            dx: 12,
            dy: 12 + 20 * index,
          }),
        ]),
        text([record.origins("shapes")], {
          frameAnchor: "bottom-left",
          lineAnchor: "top",
          textAnchor: "start",
          dx: -64,
          dy: 40,
        }),
      ],
    },
  );
}
