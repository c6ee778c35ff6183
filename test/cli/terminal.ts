import { execFileSync, spawnSync } from "node:child_process";
import { PROGRAM, plainEnvironment } from "./run-cli.ts";

/** `script` of util-linux, which gives a program a terminal; other systems have another `script`, or none. */
const SCRIPT = "script";
export const hasTerminal = (() => {
  try {
    return execFileSync(SCRIPT, ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
})();

/** What the program writes to a terminal. */
export function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): string {
  const line = [...PROGRAM, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return spawnSync(SCRIPT, ["-qec", line, "/dev/null"], {
    encoding: "utf8",
    env: plainEnvironment({ TERM: "xterm", ...env }),
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  }).stdout;
}

/** Why tests are skipped, for their names. */
export const NO_TERMINAL = hasTerminal
  ? ""
  : " (skipped: there is no script of util-linux here to make one)";
