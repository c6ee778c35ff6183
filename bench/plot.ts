import { arrayFilterByHand, loopByHand, ours, type RowsResult } from "./rows.ts";
import { figure } from "./table.ts";

const width = 760;
const laneHeight = 6;
const groupGap = 12;
const left = 176;
const right = 76;
const top = 80;
const lineHeight = 19;

// Tones in the middle, which stand out from white and from black alike: an image cannot know the page's colour.
const text = "#6e7781";
const rule = "#8c959f";
const highlight = "#d1570b";
const plain = "#4184c9";

interface Contestant {
  readonly name: string;
  readonly label: string;
  /** The median ratio for each filter; `undefined` where there is none. */
  readonly ratios: readonly (number | undefined)[];
  readonly mean: number | undefined;
}

/** Each contestant's ratio to `rows.filter` by hand on a logarithmic scale: a lane for each filter, a bar at the mean. */
export function plotRows(result: RowsResult): string {
  const contestants = contestantsOf(result);
  const scale = scaleFor(contestants.flatMap(({ ratios }) => ratios.filter(isNumber)));
  const groupHeight = laneHeight * result.filters.length;
  const bottom = top + contestants.length * (groupHeight + groupGap);
  const height = bottom + 42 + notes(result).length * lineHeight;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(describe(contestants))}" font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" fill="${text}">`,
    label(
      0,
      18,
      `Filtering ${result.rows.toLocaleString("en")} rows: time as a multiple of ${arrayFilterByHand}`,
      {
        weight: "600",
        size: 15,
      },
    ),
    label(
      0,
      18 + lineHeight,
      `${result.filters.length} filters, a dot each; the bar is the geometric mean. Less is better.`,
    ),
    ...gridLines(scale, bottom),
    label(scale.at(1), top - 8, arrayFilterByHand, { anchor: "middle" }),
    label(width, top - 8, "mean", { anchor: "end" }),
    ...contestants.flatMap((contestant, index) =>
      group(contestant, top + groupGap / 2 + index * (groupHeight + groupGap), scale),
    ),
    ...notes(result).map((note, index) => label(left, bottom + 42 + index * lineHeight, note)),
    "</svg>",
    "",
  ].join("\n");
}

function contestantsOf(result: RowsResult): Contestant[] {
  const names = new Set(
    result.filters.flatMap(({ contestants }) => contestants.map((one) => one.name)),
  );
  return [...names]
    .map((name) => {
      const ratios = result.filters.map(
        ({ contestants }) => contestants.find((one) => one.name === name)?.ratio.median,
      );
      const mark = result.everyNth[name] === undefined ? "" : " *";
      return { name, label: `${name}${mark}`, ratios, mean: result.means[name] };
    })
    .filter(({ name }) => name !== arrayFilterByHand)
    .sort((a, b) => middleOf(a) - middleOf(b));
}

function middleOf({ ratios, mean }: Contestant): number {
  if (mean !== undefined) return mean;
  const known = ratios.filter(isNumber);
  return Math.exp(known.reduce((sum, ratio) => sum + Math.log(ratio), 0) / known.length);
}

type Scale = { readonly ticks: readonly number[]; at(ratio: number): number };

function scaleFor(ratios: readonly number[]): Scale {
  const lowest = Math.min(0.5, ...ratios) / 1.15;
  const highest = Math.max(2, ...ratios) * 1.15;
  const ticks = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].filter(
    (tick) => tick >= lowest && tick <= highest,
  );
  const span = Math.log(highest / lowest);
  return {
    ticks,
    at: (ratio) => left + (Math.log(ratio / lowest) / span) * (width - left - right),
  };
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

function group(contestant: Contestant, y: number, scale: Scale): string[] {
  const own = contestant.name === ours;
  const colour = own ? highlight : contestant.name === loopByHand ? text : plain;
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

interface LabelStyle {
  readonly anchor?: "start" | "middle" | "end";
  readonly weight?: string;
  readonly size?: number;
  readonly fill?: string;
}

function label(x: number, y: number, content: string, style: LabelStyle = {}): string {
  const attributes = [
    style.anchor === undefined ? "" : ` text-anchor="${style.anchor}"`,
    style.weight === undefined ? "" : ` font-weight="${style.weight}"`,
    style.size === undefined ? "" : ` font-size="${style.size}"`,
    style.fill === undefined ? "" : ` fill="${style.fill}"`,
  ].join("");
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escapeText(content)}</text>`;
}

function notes({ filters, everyNth }: RowsResult): string[] {
  const sampled = Object.entries(everyNth).map(([name, nth]) => `${name} every ${nth}th`);
  return [
    `Dots from top to bottom in each band: ${filters.map(({ id }) => id).join(", ")}.`,
    "There is no mean where a filter cannot be expressed.",
    ...(sampled.length === 0 ? [] : [`* on a part of the rows, scaled: ${sampled.join(", ")}.`]),
  ];
}

function describe(contestants: readonly Contestant[]): string {
  const means = contestants.map(
    ({ name, mean }) => `${name} ${mean === undefined ? "–" : figure(mean)}`,
  );
  return `Time as a multiple of ${arrayFilterByHand}, geometric means: ${means.join(", ")}`;
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
