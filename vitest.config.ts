import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { plant } from "./test/campaign/planted/plant.ts";
import { isAsked } from "./test/harness/asked.ts";
import { SummaryReporter } from "./test/harness/reporter.ts";
import { ISOLATED, MEASURED, OUTSIDE, OUTSIDE_ALONE, QUICK, WITH_FILES } from "./test/suites.ts";

/**
 * `covered`: the folders of `src` that are covered completely, and mutated; not the engine of formulas, and what stands on it.
 * `withEngines`: the folders of `test` whose tests start the engines of databases, which mutants do without.
 */
const { covered, withEngines }: Readonly<Record<"covered" | "withEngines", readonly string[]>> =
  JSON.parse(readFileSync(new URL("test/folders.json", import.meta.url), "utf8"));

/**
 * Nearly all branches of these folders are covered if all engines are there, and a branch that no test can reach says why in a comment
 * (`v8 ignore`). Which ones a run reaches differs by a few of a large folder, by the version of an engine and the number of random
 * formulas.
 */
const BRANCHES = 99;

/** A folder that is moved does not leave its threshold behind. */
function thresholds(): Readonly<Record<string, { readonly branches: number }>> {
  const missing = covered.filter((name) => !existsSync(new URL(`src/${name}`, import.meta.url)));
  if (missing.length > 0) throw new Error(`src has no folder ${missing.join(", ")}`);
  return Object.fromEntries(covered.map((name) => [`src/${name}/**`, { branches: BRANCHES }]));
}

/** Files that take long, the longest first. */
const FIRST = [
  /differential\.duckdb/,
  /differential\.clickhouse/,
  /differential/,
  /property/,
  /databases?[.-]/,
  /faults/,
  /sql\/(conformance|indexes|distributed|samples\/shop)/,
];

/** What takes long begins first, so that no worker is left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = FIRST.findIndex((pattern) => pattern.test(moduleId));
      return index === -1 ? FIRST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The bug that a campaign plants. */
const bug = process.env.ISOFORM_PLANTED;

/** Where continuous integration wants the results. */
const report = process.env.ISOFORM_REPORT;

export default defineConfig(({ mode: given }) => {
  // Projects read this file again, in a mode of their own: the one of the command counts.
  process.env.ISOFORM_MODE ??= given;
  const mode = process.env.ISOFORM_MODE;
  const isCampaign = mode === "campaign";
  // Everything is counted in full, and what a test needs must be there in continuous integration.
  if (mode !== "test") process.env.ISOFORM_TESTS = "full";
  const isFull = process.env.ISOFORM_TESTS === "full";
  // Stryker cannot choose a mode.
  const isMutant = process.env.STRYKER_MUTATOR_WORKER !== undefined;
  const isQuick = !isFull && !isAsked();
  const include = isCampaign
    ? ["test/campaign/**/*.campaign.ts"]
    : mode === "outside"
      ? [...OUTSIDE]
      : isQuick
        ? QUICK.map((path) => (path.endsWith("/") ? `${path}**/*.test.ts` : `${path}*.test.ts`))
        : ["test/**/*.test.ts"];
  const exclude = [
    ...configDefaults.exclude,
    ...(isMutant ? withEngines.map((name) => `test/${name}/**`) : []),
    ...(mode === "coverage" ? OUTSIDE : []),
  ];
  const isolated =
    mode === "outside"
      ? OUTSIDE_ALONE
      : isFull && !isCampaign
        ? [...ISOLATED, ...OUTSIDE_ALONE, ...WITH_FILES]
        : ISOLATED;
  const projects: TestProjectInlineConfiguration[] = isCampaign
    ? [
        {
          extends: true,
          test: { name: "campaign", include, exclude: [...exclude, ...MEASURED] },
        },
        {
          extends: true,
          test: {
            name: "measured",
            include: [...MEASURED],
            exclude,
            maxWorkers: 1,
            sequence: { groupOrder: 1 },
          },
        },
      ]
    : [
        // One process loads the sources once for all tests of this project.
        {
          extends: true,
          test: { name: "shared", isolate: false, include, exclude: [...exclude, ...isolated] },
        },
        {
          extends: true,
          test: { name: "isolated", include: [...isolated], exclude },
        },
      ];
  return {
    plugins: bug === undefined ? [] : [plant(bug)],
    test: {
      projects,
      ...(isMutant ? {} : { globalSetup: ["test/prepare.ts"] }),
      reporters: [
        "default",
        ...(report === undefined ? [] : ["json"]),
        new SummaryReporter(isQuick),
      ],
      outputFile: { json: report ?? "" },
      alias: {
        "./start-worker.ts": fileURLToPath(
          new URL("test/harness/start-worker.ts", import.meta.url),
        ),
        "./start-scan-thread.ts": fileURLToPath(
          new URL("test/harness/start-scan-thread.ts", import.meta.url),
        ),
      },
      // Forks, not threads: native database modules do not all survive being loaded into several threads.
      pool: "forks",
      maxWorkers: 2,
      sequence: { sequencer: LongestFirst },
      env: {
        ISOFORM_ASKED: isAsked() ? "yes" : "no",
        ISOFORM_TESTS: isFull ? "full" : "quick",
      },
      setupFiles: [
        ...(isCampaign ? [] : ["test/harness/fixed-seed.ts"]),
        ...(isCampaign ? [] : ["test/harness/open-resources.ts"]),
      ],
      // A miss fails soon. A hook may start the server of a database, and a campaign measures for minutes.
      testTimeout: isCampaign ? 600_000 : 30_000,
      hookTimeout: isCampaign ? 600_000 : 60_000,
      expect: { poll: { timeout: 30_000 } },
      // A report without it says that a list is not empty, not what is in it.
      chaiConfig: { truncateThreshold: 1_000 },
      coverage: {
        provider: "v8",
        include: covered.map((name) => `src/${name}/**/*.ts`),
        // Nobody opens the pages of continuous integration.
        reporter: [["text", { skipFull: true }], ...(process.env.CI === undefined ? ["html"] : [])],
        reportOnFailure: true,
        thresholds: thresholds(),
      },
    },
  };
});
