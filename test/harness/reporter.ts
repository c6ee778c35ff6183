import type { Reporter, TestModule } from "vitest/node";

const MOST = 120;

/** Ends the output with one line that says which tests were left out, and why. */
export class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const { children } of modules) {
      for (const test of children.allTests("skipped")) {
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        const [reason = ""] = (note ?? "no reason is given").split("\n");
        const short = reason.length > MOST ? `${reason.slice(0, MOST)}…` : reason;
        counts.set(short, (counts.get(short) ?? 0) + 1);
      }
    }
    console.log(leftOutLine(counts));
  }
}

/** @param counts the number of tests by why they did not run */
export function leftOutLine(counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return "Left out: nothing.";
  const parts = [...counts].map(([reason, count]) => `${count} because ${reason}`);
  return `Left out: ${parts.join("; ")}.`;
}
