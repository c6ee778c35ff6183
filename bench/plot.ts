import { type ColumnsResult, columnCount, columnRows } from "./columns.ts";
import { limitOfScript, limitOfVectors } from "./limits.ts";
import { arrayFilterByHand, loopByHand, ours, type RowsResult } from "./rows.ts";
import {
  heading,
  highlight,
  image,
  isNumber,
  label,
  lineHeight,
  logScale,
  plain,
  round,
  rule,
  type Scale,
  text,
} from "./svg.ts";
import { figure } from "./table.ts";

const laneHeight = 6;
const groupGap = 12;
const right = 76;
const top = 80;

interface Plot {
  readonly title: string;
  readonly width: number;
  /** Where labels end and the scale begins. */
  readonly left: number;
  readonly own: readonly string[];
  /** Who is there to compare with, and is no competitor. */
  readonly references: readonly string[];
  readonly notes: readonly string[];
  /** What stands behind a name. */
  markOf(name: string): string;
}

interface Contestant {
  readonly name: string;
  readonly label: string;
  /** The median ratio for each filter; `undefined` where there is none. */
  readonly ratios: readonly (number | undefined)[];
  readonly mean: number | undefined;
}

/** Each contestant's ratio to `rows.filter` by hand on a logarithmic scale: a lane for each filter, a bar at the mean. */
export function plotRows(result: RowsResult): string {
  const sampled = Object.entries(result.everyNth).map(([name, nth]) => `${name} every ${nth}th`);
  return plotRatios(result, {
    title: `Filtering ${result.rows.toLocaleString("en")} rows`,
    width: 760,
    left: 176,
    own: [ours],
    references: [loopByHand],
    notes: [
      "There is no mean where a filter cannot be expressed.",
      ...(sampled.length === 0 ? [] : [`* on a part of the rows, scaled: ${sampled.join(", ")}.`]),
    ],
    markOf: (name) => (result.everyNth[name] === undefined ? "" : " *"),
  });
}

/** The same for columns and the engines beside them. */
export function plotColumns(result: ColumnsResult): string {
  return plotRatios(result, {
    title: `Finding rows among ${result.rows.toLocaleString("en")}`,
    width: 920,
    left: 262,
    own: [columnRows, columnCount],
    references: [limitOfVectors, limitOfScript],
    notes: [
      "The limit is to read the numbers that a filter is about once; F4 is about none.",
      "Engines hold the same cars in memory and hand over row numbers as an array, or their count.",
    ],
    markOf: () => "",
  });
}

function plotRatios(result: Pick<RowsResult, "filters" | "means">, plot: Plot): string {
  const contestants = contestantsOf(result, plot);
  const scale = scaleFor(
    contestants.flatMap(({ ratios }) => ratios.filter(isNumber)),
    plot,
  );
  const groupHeight = laneHeight * result.filters.length;
  const bottom = top + contestants.length * (groupHeight + groupGap);
  const notes = [
    `Dots from top to bottom in each band: ${result.filters.map(({ id }) => id).join(", ")}.`,
    ...plot.notes,
  ];
  const height = bottom + 42 + notes.length * lineHeight;

  return image({ width: plot.width, height }, describe(contestants), [
    ...heading(
      `${plot.title}: time as a multiple of ${arrayFilterByHand}`,
      `${result.filters.length} filters, a dot each; the bar is the geometric mean. Less is better.`,
    ),
    ...gridLines(scale, bottom),
    label(scale.at(1), top - 8, arrayFilterByHand, { anchor: "middle" }),
    label(plot.width, top - 8, "mean", { anchor: "end" }),
    ...contestants.flatMap((contestant, index) =>
      group(contestant, top + groupGap / 2 + index * (groupHeight + groupGap), scale, plot),
    ),
    ...notes.map((note, index) => label(plot.left, bottom + 42 + index * lineHeight, note)),
  ]);
}

function contestantsOf(
  result: Pick<RowsResult, "filters" | "means">,
  { markOf }: Plot,
): Contestant[] {
  const names = new Set(
    result.filters.flatMap(({ contestants }) => contestants.map((one) => one.name)),
  );
  return [...names]
    .map((name) => {
      const ratios = result.filters.map(
        ({ contestants }) => contestants.find((one) => one.name === name)?.ratio.median,
      );
      return { name, label: `${name}${markOf(name)}`, ratios, mean: result.means[name] };
    })
    .filter(({ name }) => name !== arrayFilterByHand)
    .sort((a, b) => middleOf(a) - middleOf(b));
}

function middleOf({ ratios, mean }: Contestant): number {
  if (mean !== undefined) return mean;
  const known = ratios.filter(isNumber);
  return Math.exp(known.reduce((sum, ratio) => sum + Math.log(ratio), 0) / known.length);
}

function scaleFor(ratios: readonly number[], { width, left }: Plot): Scale {
  const lowest = Math.min(0.5, ...ratios) / 1.15;
  const highest = Math.max(2, ...ratios) * 1.15;
  return logScale([lowest, highest], [left, width - right]);
}

function gridLines(scale: Scale, bottom: number): string[] {
  return scale.ticks.flatMap((tick) => {
    const x = round(scale.at(tick));
    const byHand = tick === 1;
    return [
      `<line x1="${x}" x2="${x}" y1="${top}" y2="${bottom}" stroke="${byHand ? text : rule}" stroke-width="${byHand ? 1.5 : 1}" stroke-opacity="${byHand ? 1 : 0.35}"/>`,
      label(x, bottom + 16, `${tick}×`, { anchor: "middle" }),
    ];
  });
}

function group(contestant: Contestant, y: number, scale: Scale, plot: Plot): string[] {
  const { width, left } = plot;
  const own = plot.own.includes(contestant.name);
  const colour = own ? highlight : plot.references.includes(contestant.name) ? text : plain;
  const height = laneHeight * contestant.ratios.length;
  const middle = y + height / 2;
  const emphasis = own ? { weight: "700", fill: highlight } : {};
  const bar =
    contestant.mean === undefined
      ? []
      : [
          `<line x1="${round(scale.at(contestant.mean))}" x2="${round(scale.at(contestant.mean))}" y1="${y - 2}" y2="${y + height + 2}" stroke="${colour}" stroke-width="4" stroke-opacity="0.45" stroke-linecap="round"/>`,
        ];
  return [
    `<rect x="${left}" y="${y - 3}" width="${width - left - right}" height="${height + 6}" rx="4" fill="${colour}" fill-opacity="${own ? 0.14 : 0.07}"/>`,
    label(left - 10, middle + 4.5, contestant.label, { anchor: "end", ...emphasis }),
    ...bar,
    ...contestant.ratios.flatMap((ratio, lane) =>
      ratio === undefined
        ? []
        : [
            `<circle cx="${round(scale.at(ratio))}" cy="${y + laneHeight * (lane + 0.5)}" r="3" fill="${colour}"/>`,
          ],
    ),
    label(
      width,
      middle + 4.5,
      contestant.mean === undefined ? "–" : `${figure(contestant.mean)}×`,
      { anchor: "end", ...emphasis },
    ),
  ];
}

function describe(contestants: readonly Contestant[]): string {
  const means = contestants.map(
    ({ name, mean }) => `${name} ${mean === undefined ? "–" : figure(mean)}`,
  );
  return `Time as a multiple of ${arrayFilterByHand}, geometric means: ${means.join(", ")}`;
}
