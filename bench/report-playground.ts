import type { PlaygroundResult } from "./playground.ts";
import { verdict } from "./report.ts";
import { figure, table } from "./table.ts";

const MOST_P95 = 50;
const MOST_TASK = 100;
const MOST_INTERACTIVE = 1_000;
/** Browsers only report longer tasks. */
const SHORTEST_TOLD = 50;

export function playgroundSummary(result: PlaygroundResult): string {
  const { records, interactive, keystrokes, p95, veryMany, longestTask } = result;
  const rows = keystrokes.map(({ formula, samples, median, p95: most, max }) => [
    formula,
    String(samples),
    figure(median),
    figure(most),
    figure(max),
  ]);
  const size = veryMany.toLocaleString("en");
  return [
    `The playground in Chromium with ${records.toLocaleString("en")} records, from a key to the frame that shows them, ms`,
    "",
    table(["", "keys", "median", "95 of 100", "slowest"], rows),
    "",
    verdict(
      interactive <= MOST_INTERACTIVE,
      `a formula can be typed ${figure(interactive)} ms after the page is asked for, at most ${MOST_INTERACTIVE}`,
    ),
    verdict(p95 <= MOST_P95, `95 of 100 keys: within ${figure(p95)} ms, at most ${MOST_P95}`),
    ...(["opening", "using"] as const).map((part) =>
      verdict(
        longestTask[part] <= MOST_TASK,
        `${size} records, ${part}: the longest task of the page took ${taskTime(longestTask[part])} ms, at most ${MOST_TASK}`,
      ),
    ),
  ].join("\n");
}

function taskTime(longest: number): string {
  return longest === 0 ? `no more than ${SHORTEST_TOLD}` : figure(longest);
}
