import type { Reporter, TestCase, TestModule } from "vitest/node";

const MOST = 160;

/** Ends the output with one line that says which tests were left out, and why. */
export class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests("skipped")]);
    console.log(leftOutLine(tests.map(reasonOf).filter((reason) => reason !== undefined)));
  }
}

/** Why a test was left out; `undefined` if nobody asked for it, as with `--testNamePattern`. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}

/** The line about all tests that were left out, each of which has given its reason. */
function leftOutLine(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    const [line = ""] = reason.split("\n");
    const short = line.length > MOST ? `${line.slice(0, MOST)}…` : line;
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  if (counts.size === 0) return "Left out: nothing.";
  const parts = [...counts].map(([reason, count]) => {
    return `${count} ${count === 1 ? "test" : "tests"} because ${reason}`;
  });
  return `Left out: ${parts.join("; ")}.`;
}
