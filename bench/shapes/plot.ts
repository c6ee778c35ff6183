import { heading, highlight, image, label, logScale, plain, round, rule } from "../svg.ts";
import { figure } from "../table.ts";
import type { SeedResult, ShapesResult } from "./bench.ts";

const width = 760;
const height = 420;
const left = 64;
const right = 24;
const top = 64;
const bottom = height - 60;
const colors = [highlight, plain];
const shares = [0, 0.25, 0.5, 0.75, 0.95, 1];

/** The ratios of all formulas, from the least to the greatest: a line for each seed. */
export function plotShapes({ rows, seeds }: ShapesResult): string {
  const all = seeds.flatMap(({ ratios }) => ratios);
  const up = logScale([Math.min(...all) / 1.2, Math.max(1, ...all) * 1.2], [bottom, top]);
  const across = (share: number): number => left + share * (width - left - right);
  const words = seeds.map(
    ({ columns }, place) =>
      `${place === 0 ? "the seed of the record" : "a fresh seed"}: median ${figure(columns.median)}, 95% ${figure(columns.p95)}, most ${figure(columns.most)}`,
  );
  return image({ width, height }, `Time of columns to that of filter(rows); ${words.join("; ")}`, [
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
    ...seeds.map((seed, place) => line(seed, across, up.at, colors[place] ?? plain)),
    ...words.map((word, place) =>
      label(left + place * ((width - left) / 2), height - 8, word, {
        fill: colors[place] ?? plain,
      }),
    ),
  ]);
}

function line(
  { ratios }: SeedResult,
  across: (share: number) => number,
  up: (ratio: number) => number,
  color: string,
): string {
  const last = Math.max(1, ratios.length - 1);
  const points = ratios.map((ratio, at) => `${round(across(at / last))},${round(up(ratio))}`);
  return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`;
}
