// Which tests run by which command. A new test file runs by `npm run test:all`; it joins `npm test` by its line here.

/**
 * `npm test`, for a person who changed something: at most six minutes of processor time, with nothing installed but npm's packages. It
 * shows what the README claims. Paths begin with these.
 */
export const QUICK: readonly string[] = [
  // What a formula means: from its text to its value on each strategy in memory.
  "test/language/",
  "test/util/",
  "test/engine/",
  "test/backends/rows/",
  "test/backends/columns/{append,plans,test-before}",
  "test/conformance/",
  "test/property/",
  "test/hostile/",
  "test/grammar/",
  // The same answers from SQLite, DuckDB and PostgreSQL.
  "test/backends/sql/conformance",
  "test/backends/sql/differential.duckdb",
  "test/backends/sql/differential.postgres",
  "test/backends/sql/differential.sqlite",
  "test/backends/sql/filter",
  "test/backends/sql/fragment",
  "test/backends/sql/parameters",
  "test/backends/sql/partition",
  "test/backends/sql/statements",
  // What editors ask, the command line, the service of the specification over real sockets, and the built package.
  "test/editors/assistance/",
  "test/editors/lsp/server",
  "test/apps/cli/formula-commands",
  "test/apps/cli/records",
  "test/apps/service/{count,hidden-fields,paging,parameters,rate-limit,scopes,specification}",
  "test/interface/",
  "test/readme",
  "test/package",
];

/** Tests with another process, a browser, the built package: each has a process of its own. */
export const OUTSIDE_ALONE: readonly string[] = [
  "test/{apps/{playground,site},depth,editors/{bindings,extension,vscode},engines,package,platform}/**/*.test.ts",
  "test/interface/{completions,snippets}.test.ts",
  "test/{package,readme,limits/deep-syntax,backends/sql/depth}.test.ts",
];

/** These, and tests that load much of the sources, once for all of them. `npm run coverage` leaves them out, and `npm run test:outside` runs nothing else. */
export const OUTSIDE: readonly string[] = [
  ...OUTSIDE_ALONE,
  "test/{apps/{cli,demo,service},attacks,bench,data/{adapters,stores/sql},editors/lsp}/**/*.test.ts",
  "test/data/stores/open.test.ts",
];

/** Tests with files: each has a process of its own when all tests run. */
export const WITH_FILES: readonly string[] = ["test/data/stores/files/**/*.test.ts"];

/** Tests that load modules anew, or hide globals: each of their files has a process of its own. */
export const ISOLATED: readonly string[] = [
  "test/backends/columns/{columns,vectors}.test.ts",
  "test/engine/code-generation.test.ts",
  "test/hostile/prototypes.test.ts",
  "test/backends/rows/row-program.test.ts",
  "test/language/values/text/is-text.test.ts",
];

/** Campaigns that measure times: nothing runs beside them. */
export const MEASURED: readonly string[] = [
  "test/campaign/*.campaign.ts",
  "test/campaign/service/{attacks,fairness,soak,time-slices,timing}.campaign.ts",
  "test/campaign/stores/long-tasks.campaign.ts",
];
