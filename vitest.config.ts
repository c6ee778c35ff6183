import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isAsked } from "./test/harness/asked.ts";
import { LeftOutReporter } from "./test/harness/reporter.ts";

/** As `test/harness/extent.ts` has it, which belongs to the tests' processes. */
const IS_FULL = process.env.ISOFORM_TESTS === "full";

/**
 * `above`: what stands on the engine of formulas, and the engine itself. Every other folder of `src` is covered
 * completely, and mutated. `withEngines`: the folders of `test` whose tests start the engines of databases. `slow`: those
 * that say little to the author of a function, and take half of the time that the others take.
 */
const {
  above,
  withEngines,
  slow,
}: Readonly<Record<"above" | "withEngines" | "slow", readonly string[]>> = JSON.parse(
  readFileSync(new URL("test/folders.json", import.meta.url), "utf8"),
);

/**
 * All branches of these folders are covered if all engines are there, and a branch that no test can reach says why in a
 * comment (`v8 ignore`). Which ones a run reaches may differ by one or two of a large folder, by the time that a search
 * takes and by the version of an engine.
 */
const BRANCHES = 99.8;

/** Made of the folders that there are, so that one which is moved does not leave its threshold behind. */
function thresholds(): Readonly<Record<string, { readonly branches: number }>> {
  const entries = readdirSync(new URL("src", import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const unknown = above.filter((name) => !folders.includes(name));
  if (unknown.length > 0) throw new Error(`src has no folder ${unknown.join(", ")}`);
  const covered = folders.filter((name) => !above.includes(name));
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
];

/** What takes long begins first, so that no worker is left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = FIRST.findIndex((pattern) => pattern.test(moduleId));
      return place === -1 ? FIRST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/**
 * Tests with a service, another process, files, the built package. Each has a process of its own in a full run; otherwise
 * most share processes, in which the sources are loaded once.
 */
const OUTSIDE = [
  "test/{adapters,attacks,bench,demo,depth,cli,editors,engines,extension,lsp,package,platform,playground,service,site,vscode}/**/*.test.ts",
  "test/interface/{completions,snippets}.test.ts",
  "test/stores/sql/**/*.test.ts",
  "test/stores/open.test.ts",
  "test/{package,readme,limits/deep-syntax,sql/depth}.test.ts",
];

/** Tests with files, which coverage counts: only they read all that Arrow and Parquet may have. */
const WITH_FILES = ["test/stores/files/**/*.test.ts"];

/** Tests that load the modules anew, or hide globals: they have processes of their own, too. */
const CHANGING = [
  "test/columns/{columns,vectors}.test.ts",
  "test/engine/code-generation.test.ts",
  "test/hostile/prototypes.test.ts",
  "test/rows/row-program.test.ts",
  "test/values/text/is-text.test.ts",
];

/** Of those outside, the ones that measure how much memory their own process uses. */
const MEASURING = [
  "test/attacks/attacks.test.ts",
  "test/service/{bounds,faults}.test.ts",
  "test/stores/files/columns.test.ts",
  "test/stores/sql/{clickhouse,duckdb,mariadb,postgres,sqlite}*.test.ts",
];

/**
 * What goes on for long, tries whether the tests find what is wrong, or uses one more browser, client or database in the
 * way that a shorter test has used another one. These are the beginnings of their paths. Continuous integration runs them;
 * `npm test` must end within six minutes, and says how much it leaves out.
 */
const LONG: readonly string[] = JSON.parse(
  readFileSync(new URL("test/long.json", import.meta.url), "utf8"),
);

/** Of those, the ones that coverage runs: only they have every native type, index and measure of a database. */
const COVERING =
  /^test\/(sql\/(native\/(?!planted|random)|indexes|case-index|samples)|summary\/stores)/;

/** Where continuous integration wants the results. */
const report = process.env.ISOFORM_REPORT;

export default defineConfig(({ mode }) => {
  // Stryker cannot choose a mode: a mutant is tested by the fast tests.
  const isFast = mode === "fast" || process.env.STRYKER_MUTATOR_WORKER !== undefined;
  const isCoverage = mode === "coverage";
  const isLeftOut = isCoverage ? (path: string) => !COVERING.test(path) : () => true;
  const long = IS_FULL || isAsked() ? [] : LONG.filter(isLeftOut);
  const leftOut = [
    ...configDefaults.exclude,
    ...[...(isFast ? withEngines : []), ...(mode === "fast" ? slow : [])].map(
      (name) => `test/${name}/**`,
    ),
    ...long.map((path) => `${path}**`),
  ];
  const isShort = isFast || isCoverage;
  const apart = isShort
    ? CHANGING
    : [...CHANGING, ...(IS_FULL ? [...OUTSIDE, ...WITH_FILES] : MEASURING)];
  const notTogether = isShort ? [...CHANGING, ...OUTSIDE] : apart;
  // One process loads the sources once for all tests of the first.
  const projects: TestProjectInlineConfiguration[] = [
    {
      extends: true,
      test: {
        name: "together",
        isolate: false,
        include: ["test/**/*.test.ts"],
        exclude: [...leftOut, ...notTogether],
      },
    },
    { extends: true, test: { name: "apart", include: apart, exclude: leftOut } },
  ];
  return {
    test: {
      projects,
      ...(isShort ? {} : { globalSetup: ["test/prepare.ts"] }),
      reporters: ["default", ...(report === undefined ? [] : ["json"]), new LeftOutReporter(long)],
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
      // One more than the cores that people have at least: many tests wait, for a server or a browser.
      maxWorkers: 3,
      sequence: { sequencer: LongestFirst },
      env: { ISOFORM_ASKED: isAsked() || isCoverage ? "yes" : "no" },
      // No test times anything: a busy machine must not make one fail.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 300_000 } },
      // A report without it says that a list is not empty, not what is in it.
      chaiConfig: { truncateThreshold: 1_000 },
      coverage: {
        provider: "v8",
        include: ["src/**/*.ts"],
        reporter: [["text", { skipFull: true }], "html"],
        reportOnFailure: true,
        thresholds: thresholds(),
      },
    },
  };
});
