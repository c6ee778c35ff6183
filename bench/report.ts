import type { ColdStartResult } from "./cold-start.ts";
import { arrayFilterByHand, loopByHand, ours, WHOLE } from "./contestant-names.ts";
import type { Machine } from "./machine.ts";
import type { Measurement, Spread } from "./measure.ts";
import type { ParseResult } from "./parse.ts";
import type { FilterResult, RowsResult } from "./rows.ts";
import type { ServiceFilterResult, ServiceResult } from "./service.ts";
import type { SqlFilterResult, SqlResult } from "./sql.ts";
import { sqlByHand } from "./sql-by-hand.ts";
import { figure, percent, table } from "./table.ts";

export function machineLine({ node, v8, platform, cpu, cpus, memoryGb }: Machine): string {
  return `Node ${node} (V8 ${v8}), ${platform}, ${cpus} × ${cpu}, ${memoryGb} GB`;
}

export function filterTable(result: FilterResult): string {
  return ratioTable(result.id, result, arrayFilterByHand);
}

export function sqlFilterTable(engine: string, result: SqlFilterResult): string {
  return ratioTable(`${engine} ${result.id}`, result, sqlByHand);
}

function ratioTable(
  title: string,
  { formula, share, contestants }: Omit<FilterResult, "id">,
  baseline: string,
): string {
  return [
    `${title}  ${formula}`,
    `    matches ${percent(share)} of the rows`,
    "",
    contestantTable(contestants, baseline),
  ].join("\n");
}

/** The times of contestants, and their ratios to one of them. */
export function contestantTable(
  contestants: FilterResult["contestants"],
  baseline: string,
): string {
  return table(
    ["", "ns a row", "spread", `to ${baseline}`, "lowest", "highest"],
    contestants.map(({ name, time, ratio }) => [
      name,
      figure(time.median),
      percent(time.spread),
      figure(ratio.median),
      figure(ratio.min),
      figure(ratio.max),
    ]),
  );
}

export function serviceLine({ id, bytes, bare, ours, ratio }: ServiceFilterResult): string {
  const size = `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
  const rates = `${figure(ours.median)} requests a second, bare handler ${figure(bare.median)}`;
  return `${id}  ${size}  ${rates}, ratio ${figure(ratio.median)} (${figure(ratio.min)} to ${figure(ratio.max)})`;
}

export function serviceSummary({ rows, rounds, filters, mean }: ServiceResult): string {
  const least = Math.min(...filters.map(({ ratio }) => ratio.median));
  return [
    `The service over ${rows.toLocaleString("en")} rows, ${rounds} rounds in turns; geometric mean of the ratios ${figure(mean)}`,
    verdict(
      least >= 1.3,
      `requests a second to a bare handler's: at least ${figure(least)}, to be at least 1.3`,
    ),
  ].join("\n");
}

export function rowsSummary(result: RowsResult): string {
  const names = [...new Set(result.filters.flatMap(({ contestants }) => contestants.map(nameOf)))];
  const rows = names.map((name) => {
    const mean = result.means[name];
    return [
      labelOf(name, result),
      ...result.filters.map(({ contestants }) => figureOrDash(ratioOf(contestants, name))),
      figureOrDash(mean),
    ];
  });
  return [
    `Ratio to ${arrayFilterByHand}, ${result.rows.toLocaleString("en")} rows, median of ${result.rounds} interleaved rounds`,
    "",
    table(["", ...result.filters.map(({ id }) => id), "geometric mean"], rows),
    "",
    ...rowsVerdicts(result),
  ].join("\n");
}

function labelOf(name: string, { everyNth }: RowsResult): string {
  const nth = everyNth[name];
  return nth === undefined ? name : `${name} (every ${nth}th row, scaled)`;
}

function rowsVerdicts({ filters, means }: RowsResult): string[] {
  const behind = filters.flatMap(({ id, contestants }) => {
    const own = contestants.find(({ name }) => name === ours);
    return contestants
      .filter(({ name }) => name !== ours && name !== arrayFilterByHand && name !== loopByHand)
      .filter(({ ratio }) => own === undefined || ratio.median <= own.ratio.median)
      .map(({ name }) => `${name} on ${id}`);
  });
  const mean = means[ours] ?? Number.NaN;
  return [
    verdict(mean <= 0.75, `geometric mean to ${arrayFilterByHand}: ${figure(mean)}, at most 0.75`),
    verdict(
      behind.length === 0,
      behind.length === 0
        ? "ahead of every peer on every filter"
        : `not ahead of ${behind.join(", ")}`,
    ),
  ];
}

export function parseTable({ specification, long, rounds }: ParseResult): string {
  const specificationTime = medianOf(specification.contestants, WHOLE) / 1e3;
  const longTime = medianOf(long.contestants, WHOLE) / 1e6;
  return [
    `The specification's formula (${specification.formula.length} characters), warm, µs, median of ${rounds} rounds`,
    "",
    timeTable(specification.contestants, "µs", 1e3),
    "",
    `A formula of ${long.characters.toLocaleString("en")} characters, ms`,
    "",
    timeTable(long.contestants, "ms", 1e6),
    "",
    verdict(
      specificationTime <= 25,
      `parse, check, compile: ${figure(specificationTime)} µs, at most 25`,
    ),
    verdict(longTime <= 20, `of a formula at the limit: ${figure(longTime)} ms, at most 20`),
  ].join("\n");
}

function timeTable(contestants: readonly Measurement[], unit: string, nanoseconds: number): string {
  return table(
    ["", unit, "spread", "lowest", "highest"],
    contestants.map(({ name, time }) => spreadRow(name, time, nanoseconds)),
  );
}

export function coldStartTable({ contestants, runs }: ColdStartResult): string {
  const answering = contestants.flatMap(({ name, toAnswer }) =>
    toAnswer === undefined ? [] : [{ name, toAnswer }],
  );
  return [
    `From before the import to the first answer, in a fresh process, ms, median of ${runs} processes`,
    "",
    table(
      ["", "ms", "spread", "lowest", "highest"],
      answering.map(({ name, toAnswer }) => spreadRow(name, toAnswer, 1)),
    ),
    "",
    "The whole process, ms",
    "",
    table(
      ["", "ms", "spread", "lowest", "highest"],
      contestants.map(({ name, process }) => spreadRow(name, process, 1)),
    ),
    "",
    ...answering.map(({ name, toAnswer }) =>
      verdict(toAnswer.median <= 30, `${name}: ${figure(toAnswer.median)} ms, at most 30`),
    ),
  ].join("\n");
}

export function sqlSummary({ rows, rounds, engines, absent }: SqlResult): string {
  const ids = engines[0]?.filters.map(({ id }) => id) ?? [];
  const lines = engines.flatMap(({ engine, version, filters, means }) =>
    Object.entries(means)
      .filter(([name]) => name !== sqlByHand)
      .map(([name, mean]) => [
        `${engine} ${version.split(" ")[0]}: ${name}`,
        ...filters.map(({ contestants }) => figure(medianRatio(contestants, name))),
        figure(mean),
      ]),
  );
  return [
    `Ratio to ${sqlByHand}, ${rows.toLocaleString("en")} rows, median of ${rounds} interleaved rounds`,
    "",
    table(["", ...ids, "geometric mean"], lines),
    "",
    ...engines.map(({ engine, filters }) => {
      const above = filters.filter(({ contestants }) => medianRatio(contestants, ours) > 1.05);
      return verdict(
        above.length === 0,
        above.length === 0
          ? `${engine}: at most 1.05 of the time of ${sqlByHand} on every filter`
          : `${engine}: above 1.05 of the time of ${sqlByHand} on ${above.map(({ id }) => id).join(", ")}`,
      );
    }),
    ...Object.entries(absent).map(([engine, reason]) => verdict(false, `${engine}: ${reason}`)),
  ].join("\n");
}

export function medianRatio(contestants: readonly Measurement[], wanted: string): number {
  return ratioOf(contestants, wanted) ?? Number.NaN;
}

export function ratioOf(contestants: readonly Measurement[], wanted: string): number | undefined {
  return contestants.find(({ name }) => name === wanted)?.ratio.median;
}

export function figureOrDash(value: number | undefined): string {
  return value === undefined ? "–" : figure(value);
}

function spreadRow(name: string, spread: Spread, unit: number): string[] {
  return [
    name,
    figure(spread.median / unit),
    percent(spread.spread),
    figure(spread.min / unit),
    figure(spread.max / unit),
  ];
}

function medianOf(contestants: readonly Measurement[], wanted: string): number {
  return contestants.find(({ name }) => name === wanted)?.time.median ?? Number.NaN;
}

export function nameOf({ name }: Measurement): string {
  return name;
}

export function verdict(met: boolean, text: string): string {
  return `${met ? "✓" : "✗"} ${text}`;
}
