import { execFileSync } from "node:child_process";
import type { Machine } from "../machine.ts";
import type { Origin } from "./figure-record.ts";

/** What decides the figures: with changes in these, no commit tells what was measured. */
const MEASURED = ["src", "bench", "package.json", "package-lock.json", "tsup.config.ts"];
/** What the benchmarks write themselves. */
const WRITTEN = ":(exclude)bench/results";

/** Where figures that are measured now come from; `undefined` if no commit has what is measured. */
export function originOfFigures(machine: Machine): Origin | undefined {
  try {
    const git = (...args: readonly string[]): string =>
      execFileSync("git", args, { encoding: "utf8" }).trim();
    if (git("status", "--porcelain", "--", ...MEASURED, WRITTEN) !== "") return;
    return {
      commit: git("rev-parse", "--short", "HEAD"),
      date: new Date().toISOString().slice(0, 10),
      machine: machineInWords(machine),
    };
  } catch {
    return;
  }
}

/** In a few words: "2 cores (AMD EPYC) with Node 20.20". */
function machineInWords({ cpu, cpus, node }: Machine): string {
  const [major, minor] = node.split(".");
  return `${cpus} cores (${cpu}) with Node ${major}.${minor}`;
}
