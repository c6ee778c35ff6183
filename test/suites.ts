// Which tests run by which command. A new test file runs by `npm run test:all`; it joins `npm test` by its line here.

/**
 * `npm test`, for a person who changed something: at most six minutes of processor time, with nothing installed but npm's packages. It
 * shows what the README claims. Paths begin with these.
 */
export const QUICK: readonly string[] = [
  // What a formula means: from its text to its value on each strategy in memory.
  "test/source/",
  "test/syntax/",
  "test/check/",
  "test/core/",
  "test/functions/",
  "test/schema/",
  "test/types/",
  "test/util/",
  "test/values/",
  "test/engine/",
  "test/rows/",
  "test/conformance/",
  "test/property/",
  "test/hostile/",
  "test/limits/limits",
  "test/grammar/",
  // The same answers from SQLite, DuckDB and PostgreSQL.
  "test/sql/conformance",
  "test/sql/differential.duckdb",
  "test/sql/differential.postgres",
  "test/sql/differential.sqlite",
  "test/sql/filter",
  "test/sql/fragment",
  "test/sql/parameters",
  "test/sql/partition",
  "test/sql/statements",
  // What editors ask, the command line, the service of the specification over real sockets, and the built package.
  "test/language/",
  "test/lsp/server",
  "test/cli/formula-commands",
  "test/cli/records",
  "test/service/specification",
  "test/service/parameters",
  "test/service/hidden-fields",
  "test/interface/",
  "test/readme",
  "test/package",
];

/** Tests with another process, a browser, the built package: each has a process of its own. */
export const OUTSIDE_ALONE: readonly string[] = [
  "test/{adapters,attacks,depth,cli,editors,engines,extension,package,platform,playground,site,vscode}/**/*.test.ts",
  "test/interface/{completions,snippets}.test.ts",
  "test/stores/sql/**/*.test.ts",
  "test/stores/open.test.ts",
  "test/{package,readme,limits/deep-syntax,sql/depth}.test.ts",
];

/** These, and tests that load much of the sources, once for all of them. `npm run coverage` leaves them out, and `npm run test:outside` runs nothing else. */
export const OUTSIDE: readonly string[] = [
  ...OUTSIDE_ALONE,
  "test/{bench,demo,lsp,service}/**/*.test.ts",
];

/** Tests with files: each has a process of its own when all tests run. */
export const WITH_FILES: readonly string[] = ["test/stores/files/**/*.test.ts"];

/** Tests that load modules anew, or hide globals: each of their files has a process of its own. */
export const ISOLATED: readonly string[] = [
  "test/columns/{columns,vectors}.test.ts",
  "test/engine/code-generation.test.ts",
  "test/hostile/prototypes.test.ts",
  "test/rows/row-program.test.ts",
  "test/values/text/is-text.test.ts",
];
