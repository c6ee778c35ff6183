import { contestantTable, verdict } from "./report.ts";
import { figure, table } from "./table.ts";
import { ON_LOOP, type ThreadsResult, threadsName } from "./threads.ts";

const LEAST_GAIN = 1.7;
const MOST_P99 = 50;
const CORES = 16;

export function threadsTables({ scans }: ThreadsResult): string {
  return scans
    .map(({ formula, contestants }) => `${formula}\n\n${contestantTable(contestants, ON_LOOP)}`)
    .join("\n\n");
}

export function threadsSummary({ rows, scans, busy }: ThreadsResult): string {
  const lines = busy.flatMap(({ threads, live, small, costly }) =>
    [["/livez", live] as const, ["a small query", small] as const].map(([name, waits]) => [
      `${name}, ${threads === 0 ? "no threads" : threadsName(threads)}`,
      ...[waits.median, waits.p99, waits.max, costly].map(figure),
    ]),
  );
  const gains = scans.map(({ formula, contestants, serial }) => {
    const timeOf = (count: number): number =>
      contestants.find(({ name }) => name === threadsName(count))?.time.median ?? Number.NaN;
    const gain = timeOf(1) / timeOf(2);
    const expected = 1 / (serial + (1 - serial) / CORES);
    return verdict(
      gain >= LEAST_GAIN,
      `${formula}: two threads ${figure(gain)} times as fast as one, at least ${LEAST_GAIN}; ${CORES} would be ${figure(expected)} times`,
    );
  });
  const waits = busy.flatMap(({ threads, live, small }) =>
    threads === 0
      ? []
      : [
          verdict(live.p99 <= MOST_P99, `/livez: p99 ${figure(live.p99)} ms, at most ${MOST_P99}`),
          verdict(
            small.p99 <= MOST_P99,
            `a small query: p99 ${figure(small.p99)} ms, at most ${MOST_P99}`,
          ),
        ],
  );
  return [
    `Ten costly requests at a time over ${rows.toLocaleString("en")} cars, and others beside them, ms`,
    "",
    table(["", "median", "99 of 100", "slowest", "costly a second"], lines),
    "",
    ...gains,
    ...waits,
  ].join("\n");
}
