import { defineConfig } from "tsup";

/** One line per sub-path of the package; each has its line in `exports` of package.json too. */
const entry = {
  index: "src/index.ts",
  columns: "src/columns.ts",
  adapters: "src/adapters.ts",
  sql: "src/sql.ts",
  summary: "src/summary.ts",
  language: "src/editors/assistance/index.ts",
  codemirror: "src/editors/codemirror/index.ts",
  monaco: "src/editors/monaco/index.ts",
  "sql/sqlite": "src/backends/sql/dialects/sqlite.ts",
  "sql/duckdb": "src/backends/sql/dialects/duckdb.ts",
  "sql/postgres": "src/backends/sql/dialects/postgres.ts",
  "sql/mariadb": "src/backends/sql/dialects/mariadb.ts",
  "sql/clickhouse": "src/backends/sql/dialects/clickhouse.ts",
  testing: "src/data/testing/index.ts",
  // On Node only.
  stores: "src/data/stores/index.ts",
  // The programs of threads and processes, which have no line in `exports`.
  "stores/sqlite-worker": "src/data/stores/sql/sqlite/sqlite-worker.ts",
  "stores/scan-thread": "src/data/stores/scans/scan-thread.ts",
  "stores/file-process": "src/data/stores/memory/file-program.ts",
  service: "src/apps/service/index.ts",
  cli: "src/apps/cli/main.ts",
};

/** Programs, which nobody imports. */
const PROGRAMS = ["stores/sqlite-worker", "stores/scan-thread", "stores/file-process", "cli"];

/** The declarations that `tsc -p tsconfig.declarations.json` writes. Declarations made of the sources here take five times as long. */
const declarations = Object.fromEntries(
  Object.entries(entry)
    .filter(([name]) => !PROGRAMS.includes(name))
    .map(([name, path]) => [name, path.replace(/^src/, "declarations").replace(/\.ts$/, ".d.ts")]),
);

export default defineConfig({
  entry,
  format: ["esm", "cjs"],
  dts: { entry: declarations, compilerOptions: { types: ["node"], lib: ["ES2023", "DOM"] } },
  clean: true,
  target: "es2022",
  platform: "neutral",
  // Entries share chunks in both formats, so that a class is the same class from whichever sub-path it comes.
  // Rollup (`treeshake`) writes the CJS form: the other way of splitting it breaks class fields.
  splitting: true,
  // No chunk does anything when it is loaded: an import of nothing would only make other bundlers warn.
  treeshake: { moduleSideEffects: "no-external" },
  // For `import.meta.url` in the CJS form.
  shims: true,
  // `hyparquet-writer` imports the whole of `hyparquet`, of which what reads files is dropped again.
  external: [/^node:/, "fs"],
  removeNodeProtocol: false,
  // Bundled, since the package has no run-time dependencies; Chevrotain's published form asks for a newer Node than we support, too.
  noExternal: ["chevrotain", "vscode-languageserver-textdocument", /^hyparquet/],
  // The code is shipped as it reads, without source maps: a stack trace names what failed. Bundlers minify it for browsers.
  minify: false,
});
