import { threadsName } from "../contestant-names.ts";
import { gainOf, isShort } from "../report-threads.ts";
import { figure } from "../table.ts";
import type { ThreadsResult } from "../threads.ts";
import type { FigureRecord, NewFigure } from "./figure-record.ts";

const LIVE = "/livez";
const SMALL = "a small query";

export function threadsFigures({ rows, scans, busy }: ThreadsResult): readonly NewFigure[] {
  const counts = scans.filter((scan) => scan.call === undefined && !isShort(scan, rows));
  const range = (name: string, values: readonly number[]): NewFigure[] => [
    { id: `threads/${name}/least`, value: Math.min(...values), unit: "× 1 thread" },
    { id: `threads/${name}/most`, value: Math.max(...values), unit: "× 1 thread" },
  ];
  return [
    { id: "threads/cars", value: rows, unit: "rows" },
    ...range("2 threads", counts.map(gainOf)),
    ...busy.flatMap(({ threads, live, small }) =>
      [[LIVE, live] as const, [SMALL, small] as const].map(([name, { p99 }]) => ({
        id: `threads/wait ${threads === 0 ? "without threads" : `with ${threadsName(threads)}`}/${name}`,
        value: p99,
        unit: "ms",
      })),
    ),
  ];
}

export function threadsText(record: FigureRecord): string {
  const range = (name: string): string =>
    ["least", "most"].map((end) => figure(record.value(`threads/${name}/${end}`))).join(" to ");
  const ways = record
    .namesUnder("threads/wait ")
    .flatMap((name) => (name.endsWith(LIVE) ? [name.slice(0, -LIVE.length - 1)] : []));
  const waits = ways.map((way) => {
    const [live = "", small = ""] = [LIVE, SMALL].map((name) =>
      figure(record.value(`threads/wait ${way}/${name}`)),
    );
    return `${live} ms to \`${LIVE}\` and ${small} ms to ${SMALL} ${way}`;
  });
  return `A costly filter over ${record.value("threads/cars").toLocaleString("en")} cars is ${range("2 threads")} times as fast with two threads of a \`ScanPool\` as with one. While ten such requests run at a time, 99 of 100 answers take at most ${waits.join(", and ")}.`;
}
