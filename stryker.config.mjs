import { readFileSync } from "node:fs";

/** The same folders as in `vitest.config.ts`. */
const { covered, withEngines } = JSON.parse(
  readFileSync(new URL("test/folders.json", import.meta.url), "utf8"),
);

// A mutant is tested by the fast tests, which leave out what stands on the engine of formulas, and what has to do with databases.
export default {
  packageManager: "npm",
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: [
    ...covered.map((name) => `src/${name}/**/*.ts`),
    ...withEngines.map((name) => `!src/${name}/**`),
  ],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  // On a busy machine, all fast tests take longer than the five minutes that Stryker waits unless it is told.
  dryRunTimeoutMinutes: 60,
  concurrency: 2,
  reporters: ["clear-text", "progress-append-only", "html"],
  tempDirName: ".stryker-tmp",
};
