import { readdirSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LeftOutReporter } from "./test/harness/reporter.ts";

/** What stands on the engine of formulas, and the engine itself. Every other folder of `src` is covered completely. */
const ABOVE = [
  "adapters",
  "cli",
  "demo",
  "engine",
  "language",
  "lsp",
  "service",
  "stores",
  "testing",
];

/**
 * The share of branches that is covered of folders that are not yet covered completely. In the others, a branch that no
 * test can reach says why in a comment (`v8 ignore`). Most of them are values beyond the end of an array, which
 * TypeScript asks for although the index is inside.
 */
const INCOMPLETE: Readonly<Record<string, number>> = {
  columns: 99,
  core: 99,
  // With all engines, and few random formulas. The tests of a dialect that cannot start its engine cover less.
  sql: 85,
};

/** Made of the folders that there are, so that one which is moved does not leave its threshold behind. */
function thresholds(): Readonly<Record<string, { readonly branches: number }>> {
  const entries = readdirSync(new URL("src", import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const unknown = [...ABOVE, ...Object.keys(INCOMPLETE)].filter((name) => !folders.includes(name));
  if (unknown.length > 0) throw new Error(`src has no folder ${unknown.join(", ")}`);
  const covered = folders.filter((name) => !ABOVE.includes(name));
  return Object.fromEntries(
    covered.map((name) => [`src/${name}/**`, { branches: INCOMPLETE[name] ?? 100 }]),
  );
}

/** Files that take minutes, the longest first. */
const LONG = [
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
      const place = LONG.findIndex((pattern) => pattern.test(moduleId));
      return place === -1 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Tests with a service, another process, files, the built package, or minutes of attacks. */
const OUTSIDE = [
  "test/{adapters,attacks,bench,demo,depth,cli,engines,extension,lsp,package,platform,service}/**",
  "test/interface/{completions,snippets}.test.ts",
  "test/stores/{files,sql}/**",
  "test/stores/open.test.ts",
  "test/{package,readme,limits/deep-syntax,sql/depth}.test.ts",
];

/** What `npm run test:fast` leaves to `npm test`: these, and tests with an engine. */
const SLOW = [...OUTSIDE, "test/{interface,sql,stores}/**"];

/** The modes in which some tests are left out. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { fast: SLOW, coverage: OUTSIDE };

/** Where continuous integration wants the results. */
const report = process.env.ISOFORM_REPORT;

export default defineConfig(({ mode }) => ({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(LEFT_OUT[mode] ?? [])],
    ...(LEFT_OUT[mode] === undefined
      ? { globalSetup: ["test/build-once.ts"] }
      : // One process loads the sources once for all of these.
        { isolate: false }),
    reporters: ["default", ...(report === undefined ? [] : ["json"]), new LeftOutReporter()],
    outputFile: { json: report ?? "" },
    // Forks, not threads: native database modules do not all survive being loaded into several threads.
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // No test times anything: a busy machine must not make one fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text", "html"],
      reportOnFailure: true,
      thresholds: thresholds(),
    },
  },
}));
