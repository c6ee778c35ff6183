import type { Reporter, TestCase, TestModule } from "vitest/node";

const MOST = 160;

/** Ends the output with one line that says which tests were left out, and why. */
export class LeftOutReporter implements Reporter {
  readonly #long: readonly string[];

  /** With the files that are left out as a whole because they take long. */
  constructor(long: readonly string[]) {
    this.#long = long;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests("skipped")]);
    console.log(leftOutLine(tests.map(reasonOf).filter((reason) => reason !== undefined)));
    if (this.#long.length === 0) return;
    console.log(
      `Left to \`ISOFORM_TESTS=full npm test\`, as they take long: ${this.#long.join(", ")}.`,
    );
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
