import type { Reporter, TestCase, TestModule } from "vitest/node";

/** How many reasons are printed, and how many characters of each. */
const MOST_REASONS = 4;
const MOST_CHARACTERS = 60;

/** Ends the output with at most three lines: which tests were skipped and why, which were retried, and which command runs the rest. */
export class SummaryReporter implements Reporter {
  readonly #isQuick: boolean;

  constructor(isQuick: boolean) {
    this.#isQuick = isQuick;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    console.log(skippedLine(tests.map(reasonOf).filter((reason) => reason !== undefined)));
    const retried = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0);
    if (retried.length > 0) {
      const names = retried.map(({ fullName }) => fullName).join("; ");
      console.log(`${retried.length} retried: ${names}.`);
    }
    if (this.#isQuick) console.log("`npm run test:all` runs every test, on every engine.");
  }
}

/** Why a test was skipped; `undefined` if nobody asked for it, as with `--testNamePattern`. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}

function skippedLine(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    const [line = ""] = reason.split("\n");
    const short = line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  if (counts.size === 0) return "Skipped: nothing.";
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const parts = sorted.slice(0, MOST_REASONS).map(([reason, count]) => `${count} (${reason})`);
  const rest = sorted.slice(MOST_REASONS).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) parts.push(`${rest} for other reasons`);
  return `Skipped: ${parts.join(", ")}.`;
}
