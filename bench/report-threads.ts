import { ON_LOOP, threadsName } from "./contestant-names.ts";
import { contestantTable, verdict } from "./report.ts";
import { figure, table } from "./table.ts";
import type { ThreadsResult } from "./threads.ts";

const LEAST_GAIN = 1.7;
const MOST_P99 = 50;
/**
 * Searches that take less than this, in nanoseconds, are below the break-even of threads, and must not become slower
 * with them.
 */
const SHORT_NS = 10_000_000;
const MOST_LOSS = 1.1;

export function threadsTables({ scans }: ThreadsResult): string {
  return scans
    .map((scan) => `${nameOf(scan)}\n\n${contestantTable(scan.contestants, ON_LOOP)}`)
    .join("\n\n");
}

type Scan = ThreadsResult["scans"][number];

function timeOf({ contestants }: Scan, contestant: string): number {
  return contestants.find(({ name }) => name === contestant)?.time.median ?? Number.NaN;
}

/** Whether a search of this number of rows is below that threshold. */
export function isShort(scan: Scan, rows: number): boolean {
  return timeOf(scan, ON_LOOP) * rows < SHORT_NS;
}

/** The speed-up of two threads over one. */
export function gainOf(scan: Scan): number {
  return timeOf(scan, threadsName(1)) / timeOf(scan, threadsName(2));
}

function nameOf({ formula, call }: Scan): string {
  return call === undefined ? formula : `${call} of ${formula}`;
}

export function threadsSummary({ rows, scans, busy }: ThreadsResult): string {
  const lines = busy.flatMap(({ threads, live, small, costly }) =>
    [["/livez", live] as const, ["a small query", small] as const].map(([name, waits]) => [
      `${name}, ${threads === 0 ? "no threads" : threadsName(threads)}`,
      ...[waits.median, waits.p99, waits.max, costly].map(figure),
    ]),
  );
  const gains = scans.map((scan) => {
    if (isShort(scan, rows)) {
      const loss = timeOf(scan, threadsName(2)) / timeOf(scan, ON_LOOP);
      return verdict(
        loss <= MOST_LOSS,
        `${nameOf(scan)}: short, and ${figure(loss)} of the time without a pool, at most ${MOST_LOSS}`,
      );
    }
    const gain = gainOf(scan);
    return verdict(
      gain >= LEAST_GAIN,
      `${nameOf(scan)}: two threads ${figure(gain)} times as fast as one, at least ${LEAST_GAIN}`,
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
