import { readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { type GetModuleInfo, rollup } from "rollup";
import { defineConfig, type Options } from "tsup";

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

/** Programs that load little of the root. */
const QUICK_PROGRAMS = ["stores/sqlite-worker", "cli"];

type ModuleFormat = "esm" | "cjs";
type Plugin = NonNullable<Options["plugins"]>[number];

const DIST = resolve("dist");

/** What is loaded at once with a module. */
function loadedWith(id: string, infoOf: GetModuleInfo, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of infoOf(id)?.importedIds ?? []) loadedWith(imported, infoOf, found);
  return found;
}

/** `import.meta.url` in the CJS form. */
function addressIn(property: string | null, { format }: { readonly format: string }) {
  if (format !== "cjs" || property !== "url") return null;
  return 'require("node:url").pathToFileURL(__filename).href';
}

/**
 * Writes the modules that tsup wrote again, as few files. Node takes about a millisecond for each file, and esbuild writes one for each
 * set of entries that share something. The root is what every program waits for: it is in two files, what quick programs load as well, and
 * the rest.
 */
async function writeFewFiles(formats: readonly ModuleFormat[]): Promise<void> {
  const fileOf = (name: string): string => resolve(DIST, `${name}.js`);
  const bundle = await rollup({
    input: Object.fromEntries(Object.keys(entry).map((name) => [name, fileOf(name)])),
    external: (id) => !id.startsWith(".") && !id.startsWith(DIST),
    // No module does anything when it is loaded: an import of nothing would only make other bundlers warn.
    treeshake: { moduleSideEffects: "no-external" },
    plugins: [{ name: "the address of a file", resolveImportMeta: addressIn }],
  });
  const old = readdirSync(DIST).filter((name) => /-[A-Z0-9]{8}\.js$/.test(name));
  for (const name of old) rmSync(resolve(DIST, name));
  for (const format of formats) {
    const extension = format === "esm" ? "js" : "cjs";
    await bundle.write({
      dir: DIST,
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunk-[hash].${extension}`,
      hoistTransitiveImports: false,
      interop: "auto",
      onlyExplicitManualChunks: true,
      manualChunks: (id, { getModuleInfo }) => {
        if (!loadedWith(fileOf("index"), getModuleInfo).has(id)) return;
        const isShared = QUICK_PROGRAMS.some((name) =>
          loadedWith(fileOf(name), getModuleInfo).has(id),
        );
        return isShared ? "shared" : "root";
      },
    });
  }
  await bundle.close();
}

const CODE: Options = {
  entry,
  format: "esm",
  clean: true,
  target: "es2022",
  platform: "neutral",
  // Entries share chunks, so that a class is the same class from whichever sub-path it comes.
  splitting: true,
  // `hyparquet-writer` imports the whole of `hyparquet`, of which what reads files is dropped again.
  external: [/^node:/, "fs"],
  removeNodeProtocol: false,
  // Bundled, since the package has no run-time dependencies; Chevrotain's published form asks for a newer Node than we support, too.
  noExternal: ["chevrotain", "vscode-languageserver-textdocument", /^hyparquet/],
  // The code is shipped as it reads, without source maps: a stack trace names what failed. Bundlers minify it for browsers.
  minify: false,
};

const DECLARATIONS: Options = {
  entry: declarations,
  format: ["esm", "cjs"],
  dts: {
    only: true,
    compilerOptions: { types: ["node"], lib: ["ES2023", "DOM"] },
  },
  platform: "neutral",
};

// `--format esm` leaves out the CJS form, and `--no-dts` the declarations.
export default defineConfig(({ format, dts }) => {
  const formats: readonly ModuleFormat[] = format === "esm" ? ["esm"] : ["esm", "cjs"];
  const plugin: Plugin = { name: "few files", buildEnd: () => writeFewFiles(formats) };
  const code = { ...CODE, plugins: [plugin] };
  return dts === false ? code : [code, DECLARATIONS];
});
