import type { GrowthResult } from "./growth.ts";
import { heading, image, label, logScale, plain, round, rule, text } from "./svg.ts";
import { figure } from "./table.ts";

const width = 760;
const height = 470;
const left = 64;
const right = 150;
const top = 64;
const bottom = height - 48;
/** Labels at the ends of lines keep so far from each other. */
const apart = 15;

/** The time of each filter for a row over the number of rows, both on logarithmic scales: what grows linearly is level. */
export function plotGrowth({ steps }: GrowthResult): string {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("there is nothing to plot");
  const lines = last.filters.map(({ id }) => ({
    id,
    points: steps.flatMap(({ rows, filters }) =>
      filters.filter((one) => one.id === id).map((one) => ({ rows, time: one.rows.median })),
    ),
  }));
  const times = lines.flatMap(({ points }) => points.map(({ time }) => time));
  const across = logScale([first.rows / 1.2, last.rows * 1.2], [left, width - right]);
  const up = logScale([Math.min(...times) / 1.5, Math.max(...times) * 1.5], [bottom, top]);

  const ends = lines
    .map(({ id, points }) => ({ id, time: points.at(-1)?.time ?? Number.NaN }))
    .sort((a, b) => a.time - b.time);
  let above = Number.POSITIVE_INFINITY;
  const names = ends.map(({ id, time }) => {
    above = Math.min(up.at(time) + 4.5, above - apart);
    return label(across.at(last.rows) + 12, above, `${id}  ${figure(time)} ns`);
  });

  const words = ends.map(({ id, time }) => `${id} ${figure(time)}`).join(", ");
  return image(
    { width, height },
    `Nanoseconds a row at ${last.rows.toLocaleString("en")} rows: ${words}`,
    [
      ...heading(
        "Columns, row numbers: nanoseconds a row over the number of rows",
        "A line for each filter. Level is linear growth; less is better.",
      ),
      ...up.ticks.flatMap((tick) => [
        `<line x1="${left}" x2="${width - right}" y1="${round(up.at(tick))}" y2="${round(up.at(tick))}" stroke="${rule}" stroke-opacity="0.35"/>`,
        label(left - 8, up.at(tick) + 4.5, `${tick}`, { anchor: "end" }),
      ]),
      ...steps.flatMap(({ rows }) => [
        `<line x1="${round(across.at(rows))}" x2="${round(across.at(rows))}" y1="${top}" y2="${bottom}" stroke="${text}" stroke-opacity="0.35"/>`,
        label(across.at(rows), bottom + 18, rows.toLocaleString("en"), { anchor: "middle" }),
      ]),
      ...lines.flatMap(({ points }) => {
        const places = points.map(({ rows, time }) => [round(across.at(rows)), round(up.at(time))]);
        return [
          `<polyline points="${places.map((place) => place.join()).join(" ")}" fill="none" stroke="${plain}" stroke-width="2" stroke-opacity="0.6"/>`,
          ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${plain}"/>`),
        ];
      }),
      ...names,
      label(left, height - 8, "rows, each size in a process of its own"),
    ],
  );
}
