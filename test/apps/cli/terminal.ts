import { execFileSync, spawnSync } from "node:child_process";
import type { Need } from "../../harness/extent.ts";
import { PROGRAM, plainEnvironment } from "./run-cli.ts";

/** `script` of util-linux, which gives a program a terminal; other systems have another `script`, or none. */
const SCRIPT = "script";
const hasTerminal = (() => {
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

/** What tests on a terminal need. */
export const NO_TERMINAL: Need = {
  missing: hasTerminal ? undefined : "there is no `script` of util-linux to make a terminal",
  isOptional: true,
};
