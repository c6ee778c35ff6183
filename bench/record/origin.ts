import { execFileSync } from "node:child_process";
import type { Machine } from "../machine.ts";
import type { Origin } from "./figure-record.ts";

/**
 * The inputs of the figures, as paths for git, without what the benchmarks write. With uncommitted changes in these, no
 * commit describes the measured code, and a commit that changes none of them makes no figure older.
 */
export const MEASURED: readonly string[] = [
  "src",
  "bench",
  "package.json",
  "package-lock.json",
  "tsup.config.ts",
  ":(exclude)bench/results",
];

/** The origin of figures measured now; `undefined` if the measured code is not committed. */
export function originOfFigures(machine: Machine): Origin | undefined {
  try {
    const git = (...args: readonly string[]): string =>
      execFileSync("git", args, { encoding: "utf8" }).trim();
    if (git("status", "--porcelain", "--", ...MEASURED) !== "") return;
    return {
      commit: git("rev-parse", "--short", "HEAD"),
      date: new Date().toISOString().slice(0, 10),
      machine: machineInWords(machine),
    };
  } catch {
    return;
  }
}

/** A short description: "2 cores (AMD EPYC) with Node 20.20". */
function machineInWords({ cpu, cpus, node }: Machine): string {
  const [major, minor] = node.split(".");
  return `${cpus} cores (${cpu}) with Node ${major}.${minor}`;
}
