import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { GrowthStep } from "./growth-step.ts";

export interface GrowthResult {
  readonly rounds: number;
  readonly seed: number;
  readonly steps: readonly GrowthStep[];
}

const program = fileURLToPath(new URL("growth-step.ts", import.meta.url));

/** Builds columns of increasing size, each in a fresh process, which reports its memory. */
export function benchGrowth(
  { sizes, ...options }: Omit<GrowthResult, "steps"> & { readonly sizes: readonly number[] },
  onStep: (step: GrowthStep, previous: GrowthStep | undefined) => void,
): GrowthResult {
  const steps: GrowthStep[] = [];
  for (const rows of sizes) {
    const step = runStep(rows, options);
    onStep(step, steps.at(-1));
    steps.push(step);
  }
  return { ...options, steps };
}

function runStep(rows: number, options: Omit<GrowthResult, "steps">): GrowthStep {
  const argument = JSON.stringify({ rows, ...options });
  const child = spawnSync(process.execPath, [...process.execArgv, program, argument], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.status !== 0) {
    throw new Error(
      `columns of ${rows} rows: the process ended with ${child.status ?? child.signal}`,
    );
  }
  return JSON.parse(child.stdout);
}
