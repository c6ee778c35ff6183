import { axisY, barX, dot, ruleX, text, tickX } from "@observablehq/plot";
import {
  arrayFilterByHand,
  columnCount,
  columnRows,
  limitOfScript,
  limitOfVectors,
  loopByHand,
  ours,
} from "../contestant-names.ts";
import { FILTER_IDS } from "../filters.ts";
import type { FigureRecord } from "../record/figure-record.ts";
import { figure } from "../table.ts";
import { chart, GREY, HIGHLIGHT, logTicks, PLAIN, ratioAxis } from "./chart.ts";

const BAND = 50;
const LANE = 6;

interface RatioChart {
  readonly part: "rows" | "columns";
  readonly title: string;
  readonly width: number;
  readonly marginLeft: number;
  readonly own: readonly string[];
  /** Contestants for reference that are not competitors. */
  readonly references: readonly string[];
  readonly notes: readonly string[];
  labelOf(name: string): string;
}

export function rowsChart(record: FigureRecord): string {
  const sampled = record.namesUnder("rows/every nth/");
  const nth = sampled.map((name) => `${name} every ${record.value(`rows/every nth/${name}`)}th`);
  return ratioChart(record, {
    part: "rows",
    title: `Filtering ${record.value("rows/cars").toLocaleString("en")} rows`,
    width: 760,
    marginLeft: 176,
    own: [ours],
    references: [loopByHand],
    notes: [
      "There is no mean where a filter cannot be expressed.",
      ...(nth.length === 0 ? [] : [`* on a part of the rows, scaled: ${nth.join(", ")}.`]),
    ],
    labelOf: (name) => (sampled.includes(name) ? `${name} *` : name),
  });
}

export function columnsChart(record: FigureRecord): string {
  return ratioChart(record, {
    part: "columns",
    title: `Finding rows among ${record.value("columns/cars").toLocaleString("en")}`,
    width: 920,
    marginLeft: 262,
    own: [columnRows, columnCount],
    references: [limitOfVectors, limitOfScript],
    notes: [
      "The limit is to read the numbers that a filter is about once; F4 is about none.",
      "Engines hold the same cars in memory and hand over row numbers as an array, or their count.",
    ],
    labelOf: (name) => name,
  });
}

interface Contestant {
  readonly label: string;
  readonly colour: string;
  readonly isOwn: boolean;
  /** The ratio of each filter, with its lane in the band; none for a filter that cannot be expressed. */
  readonly ratios: readonly { readonly lane: number; readonly ratio: number }[];
  readonly mean: number | undefined;
}

/**
 * Each contestant's ratios to a handwritten `rows.filter`, on a logarithmic scale: a lane for each filter, and a bar at
 * the mean.
 */
function ratioChart(record: FigureRecord, about: RatioChart): string {
  const contestants = contestantsOf(record, about);
  const ratios = contestants.flatMap((one) => one.ratios.map(({ ratio }) => ratio));
  const domain = [Math.min(0.5, ...ratios) / 1.15, Math.max(2, ...ratios) * 1.15] as const;
  const means = contestants.filter(({ mean }) => mean !== undefined);
  const notes = [
    `Dots from top to bottom in each band: ${FILTER_IDS.join(", ")}.`,
    ...about.notes,
    record.origins(about.part),
  ];
  const marginBottom = 44 + notes.length * 19;
  const label = (one: Contestant): string => one.label;
  const colour = (one: Contestant): string => one.colour;
  const bold = (isOwn: boolean): Contestant[] => contestants.filter((one) => one.isOwn === isOwn);
  return chart(
    {
      title: `${about.title}: time as a multiple of ${arrayFilterByHand}`,
      below: `${FILTER_IDS.length} filters, a dot each; the bar is the geometric mean. Less is better.`,
      words: `Time as a multiple of ${arrayFilterByHand}, geometric means: ${contestants.map(({ label: name, mean }) => `${name} ${mean === undefined ? "–" : figure(mean)}`).join(", ")}`,
    },
    {
      width: about.width,
      height: 76 + contestants.length * BAND + marginBottom,
      marginLeft: about.marginLeft,
      marginRight: 76,
      marginBottom,
      x: {
        type: "log",
        domain: [...domain],
        label: null,
      },
      y: { domain: contestants.map(label), label: null },
      marks: [
        ...ratioAxis(logTicks(...domain)),
        ruleX([1], { stroke: GREY, strokeWidth: 1.5 }),
        barX(contestants, {
          x1: domain[0],
          x2: domain[1],
          y: label,
          insetTop: 2,
          insetBottom: 2,
          rx: 4,
          fill: colour,
          fillOpacity: 0.09,
        }),
        text([1], { x: 1, text: () => arrayFilterByHand, frameAnchor: "top", dy: -10 }),
        text(["mean"], { frameAnchor: "top-right", textAnchor: "end", dx: 72, dy: -10 }),
        ...[false, true].map((isOwn) =>
          axisY(bold(isOwn).map(label), {
            tickSize: 0,
            ...(isOwn ? { fill: HIGHLIGHT, fontWeight: 700 } : {}),
          }),
        ),
        tickX(means, {
          x: ({ mean }: Contestant) => mean,
          y: label,
          stroke: colour,
          strokeWidth: 4,
          strokeOpacity: 0.45,
        }),
        ...FILTER_IDS.map((_, lane) =>
          dot(
            contestants.filter((one) => one.ratios.some((ratio) => ratio.lane === lane)),
            {
              x: (one: Contestant) => one.ratios.find((ratio) => ratio.lane === lane)?.ratio,
              y: label,
              dy: LANE * (lane - (FILTER_IDS.length - 1) / 2),
              r: 3,
              fill: colour,
            },
          ),
        ),
        ...[false, true].map((isOwn) =>
          text(bold(isOwn), {
            y: label,
            text: ({ mean }: Contestant) => (mean === undefined ? "–" : `${figure(mean)}×`),
            frameAnchor: "right",
            textAnchor: "end",
            dx: 72,
            ...(isOwn ? { fill: HIGHLIGHT, fontWeight: 700 } : {}),
          }),
        ),
        text([notes.join("\n")], {
          frameAnchor: "bottom-left",
          lineAnchor: "top",
          textAnchor: "start",
          lineHeight: 1.45,
          dx: -about.marginLeft,
          dy: 36,
        }),
      ],
    },
  );
}

function contestantsOf(record: FigureRecord, about: RatioChart): readonly Contestant[] {
  const names = new Set(FILTER_IDS.flatMap((id) => record.namesUnder(`${about.part}/${id}/`)));
  const isOwn = (name: string): boolean => about.own.includes(name);
  return [...names]
    .map((name) => {
      const ratios = FILTER_IDS.flatMap((id, lane) => {
        const ratio = record.find(`${about.part}/${id}/${name}`);
        return ratio === undefined ? [] : [{ lane, ratio }];
      });
      const reference = about.references.includes(name) ? GREY : PLAIN;
      return {
        label: about.labelOf(name),
        colour: isOwn(name) ? HIGHLIGHT : reference,
        isOwn: isOwn(name),
        ratios,
        mean: record.find(`${about.part}/mean/${name}`),
      };
    })
    .sort((a, b) => middleOf(a) - middleOf(b));
}

function middleOf({ ratios, mean }: Contestant): number {
  const logarithms = ratios.map(({ ratio }) => Math.log(ratio));
  return mean ?? Math.exp(logarithms.reduce((sum, one) => sum + one, 0) / logarithms.length);
}
