import type { CallTimes, LanguageResult } from "./language.ts";
import { verdict } from "./report.ts";
import { figure, table } from "./table.ts";

const MEDIAN = 1;
const P99 = 4;
const LONG_MEDIAN = 25;

export function languageTable({ fields, usual, long }: LanguageResult): string {
  const worst = (calls: readonly CallTimes[], part: "median" | "p99"): number =>
    Math.max(...calls.map((call) => call[part]));
  const rows = (calls: readonly CallTimes[]) =>
    calls.map(({ name, median, p99 }) => [name, figure(median), figure(p99)]);
  const header = ["", "median", "99 of 100"];
  const [median, p99] = [worst(usual.calls, "median"), worst(usual.calls, "p99")];
  const longMedian = worst(long.calls, "median");
  return [
    `The language service with ${fields} fields, at every offset of ${usual.characters} characters, warm, ms, ${usual.samples} calls each`,
    "",
    table(header, rows(usual.calls)),
    "",
    `A formula of ${long.characters.toLocaleString("en")} characters, ms, ${long.samples} calls each`,
    "",
    table(header, rows(long.calls)),
    "",
    verdict(median <= MEDIAN, `the slowest median: ${figure(median)} ms, at most ${MEDIAN}`),
    verdict(p99 <= P99, `99 of 100 calls: within ${figure(p99)} ms, at most ${P99}`),
    verdict(
      longMedian <= LONG_MEDIAN,
      `of a formula at the limit: ${figure(longMedian)} ms, at most ${LONG_MEDIAN}`,
    ),
  ].join("\n");
}
