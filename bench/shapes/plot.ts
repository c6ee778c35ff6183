import { heading, highlight, image, label, logScale, plain, round, rule } from "../svg.ts";
import { figure } from "../table.ts";
import type { SeedResult, ShapesResult } from "./bench.ts";

const width = 760;
const height = 460;
const left = 64;
const right = 24;
const top = 64;
const bottom = height - 100;
const colors = [highlight, plain];
const faint = 0.4;
const shares = [0, 0.25, 0.5, 0.75, 0.9, 1];

/** The figures of the seed of the record by an earlier commit. */
export interface ShapesBefore extends Pick<SeedResult, "columns" | "ratios"> {
  readonly commit: string;
}

/** The ratios of all formulas, from the least to the greatest: a line for each seed, and one for how it was before. */
export function plotShapes({ rows, seeds }: ShapesResult, before: ShapesBefore): string {
  const all = [before, ...seeds].flatMap(({ ratios }) => ratios);
  const up = logScale([Math.min(...all) / 1.2, Math.max(1, ...all) * 1.2], [bottom, top]);
  const across = (share: number): number => left + share * (width - left - right);
  const words = seeds.map((seed, place) =>
    wordsOf(place === 0 ? "the seed of the record" : "a fresh seed", seed),
  );
  const wordsBefore = wordsOf(`the seed of the record at ${before.commit}, faint`, before);
  return image(
    { width, height },
    `Time of columns to that of filter(rows); ${[...words, wordsBefore].join("; ")}`,
    [
      ...heading(
        `Columns against filter(rows): formulas drawn at random, ${rows.toLocaleString("en")} rows`,
        "The time of columns to that of rows, of each formula, in order; less is better.",
      ),
      ...up.ticks.flatMap((tick) => [
        `<line x1="${left}" x2="${width - right}" y1="${round(up.at(tick))}" y2="${round(up.at(tick))}" stroke="${rule}" stroke-opacity="${tick === 1 ? 1 : 0.35}"/>`,
        label(left - 8, up.at(tick) + 4.5, `${tick}`, { anchor: "end" }),
      ]),
      ...shares.map((share) =>
        label(across(share), bottom + 18, `${share * 100}%`, { anchor: "middle" }),
      ),
      line(before, across, up.at, highlight, faint),
      ...seeds.map((seed, place) => line(seed, across, up.at, colors[place] ?? plain)),
      ...words.map((word, place) =>
        label(left, height - 48 + 20 * place, word, { fill: colors[place] ?? plain }),
      ),
      label(left, height - 8, wordsBefore, { fill: highlight }),
    ],
  );
}

function wordsOf(name: string, { columns }: Pick<SeedResult, "columns">): string {
  return `${name}: median ${figure(columns.median)}, 95% ${figure(columns.p95)}, most ${figure(columns.most)}`;
}

function line(
  { ratios }: Pick<SeedResult, "ratios">,
  across: (share: number) => number,
  up: (ratio: number) => number,
  color: string,
  opacity = 1,
): string {
  const last = Math.max(1, ratios.length - 1);
  const points = ratios.map((ratio, at) => `${round(across(at / last))},${round(up(ratio))}`);
  return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2" stroke-opacity="${opacity}"/>`;
}
