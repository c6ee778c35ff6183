import { type ColumnsResult, sorted } from "./columns.ts";
import {
  arrayFilterByHand,
  COUNT,
  columnCount,
  columnMask,
  columnRows,
  limitOfVectors,
  ownColumns,
  ROW_NUMBERS,
} from "./contestant-names.ts";
import type { GrowthResult } from "./growth.ts";
import type { GrowthStep } from "./growth-step.ts";
import type { Spread } from "./measure.ts";
import { figureOrDash, medianRatio, nameOf, ratioOf, verdict } from "./report.ts";
import { figure, percent, table } from "./table.ts";

export function columnsSummary(result: ColumnsResult): string {
  const { rows, rounds, building, memory, filters, means } = result;
  const names = [...new Set(filters.flatMap(({ contestants }) => contestants.map(nameOf)))];
  const lines = names
    .filter((name) => name !== arrayFilterByHand)
    .map((name) => {
      const ratios = filters.map(({ contestants }) => ratioOf(contestants, name));
      return [name, ...[...ratios, means[name]].map(figureOrDash)];
    });
  const versions = Object.entries(result.versions).map(([name, version]) => `${name}: ${version}`);
  return [
    `Ratio to ${arrayFilterByHand}, ${rows.toLocaleString("en")} rows, median of ${rounds} interleaved rounds`,
    "",
    table(["", ...filters.map(({ id }) => id), "geometric mean"], lines),
    "",
    ...versions,
    `columns made in ${figure(building)} ms, ${figure(memory / 1e6)} MB`,
    ...columnsVerdicts(result),
  ].join("\n");
}

function columnsVerdicts({ filters, means, versions, absent, sorting }: ColumnsResult): string[] {
  const mean = means[columnRows] ?? Number.NaN;
  const engines = Object.keys(versions);
  const behind = filters.flatMap(({ id, contestants }) =>
    engines.flatMap((engine) =>
      [ROW_NUMBERS, COUNT]
        .filter((what) => {
          const own = medianRatio(contestants, `${ownColumns}${what}`);
          return !(own < medianRatio(contestants, `${engine}${what}`));
        })
        .map((what) => `${engine}${what} on ${id}`),
    ),
  );
  const toLimit = (name: string): readonly { readonly id: string; readonly times: number }[] =>
    filters
      .filter(({ id }) => numericFilters.includes(id))
      .map(({ id, contestants }) => ({
        id,
        times: medianRatio(contestants, name) / medianRatio(contestants, limitOfVectors),
      }));
  const toUnsorted = sorting.map(({ id, contestants }) => ({
    id,
    times: medianRatio(contestants, sorted),
  }));
  return [
    verdict(mean <= 0.07, `geometric mean to ${arrayFilterByHand}: ${figure(mean)}, at most 0.07`),
    ...(engines.length === 0
      ? []
      : [
          verdict(
            behind.length === 0,
            behind.length === 0
              ? "ahead of every engine on every filter"
              : `not ahead of ${behind.join("; ")}`,
          ),
        ]),
    timesVerdict(`row numbers to the ${limitOfVectors}`, toLimit(columnRows), 4),
    timesVerdict(`mask to the ${limitOfVectors}`, toLimit(columnMask), 4),
    timesVerdict(`count to the ${limitOfVectors}`, toLimit(columnCount), 4),
    timesVerdict(`${sorted}, to the filter alone`, toUnsorted, 3),
    ...Object.values(absent).map((reason) => verdict(false, reason)),
  ];
}

/** The most bytes that a process may hold per car. */
const MOST_BYTES = 400;

/** The filters on numbers only. */
const numericFilters: readonly string[] = ["F1", "F6"];

function timesVerdict(
  what: string,
  found: readonly { readonly id: string; readonly times: number }[],
  most: number,
): string {
  const list = found.map(({ id, times }) => `${id} ${figure(times)}`).join(", ");
  return verdict(
    found.every(({ times }) => times <= most),
    `${what}: ${list}, at most ${most} times`,
  );
}

export function growthLines(step: GrowthStep, previous: GrowthStep | undefined): string {
  const { rows, building, memory, resident, filters } = step;
  const changeOf = (now: Spread, then: Spread | undefined): string =>
    then === undefined ? "–" : figure(now.median / then.median);
  const megabytes = (bytes: number): string => `${figure(bytes / 1e6)} MB`;
  return [
    `${rows.toLocaleString("en")} rows: made in ${figure(building)} ms (${figure((building * 1e6) / rows)} ns a row), ${megabytes(memory)}, ${figure(memory / rows)} bytes a row`,
    `    the process held ${megabytes(resident.built)} then, ${megabytes(resident.most)} at most`,
    "",
    table(
      ["", "row numbers, ns a row", "spread", "to fewer rows", "count, ns a row", "to fewer rows"],
      filters.map(({ id, rows: toRows, count }) => {
        const then = previous?.filters.find((one) => one.id === id);
        return [
          id,
          figure(toRows.median),
          percent(toRows.spread),
          changeOf(toRows, then?.rows),
          figure(count.median),
          changeOf(count, then?.count),
        ];
      }),
    ),
  ].join("\n");
}

export function growthSummary({ steps }: GrowthResult): string {
  const last = steps.at(-1);
  if (last === undefined) return "";
  const gigabytes = last.resident.most / 1e9;
  const most = (last.rows * MOST_BYTES) / 1e9;
  return verdict(
    gigabytes <= most,
    `${last.rows.toLocaleString("en")} rows: the process held ${figure(gigabytes)} GB at most, at most ${figure(most)}`,
  );
}
