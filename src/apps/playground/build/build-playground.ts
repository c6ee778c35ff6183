import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { bundlePages } from "./bundle-pages.ts";

// Builds the pages: `npm run playground`. `dist/playground` can be served unchanged, under any path; the service serves
// `dist/console` and `dist/docs`.

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const SOURCES = join(ROOT, "src/apps/playground");
const DIST = join(ROOT, "dist");

/**
 * Replacements for Node's modules, and for a package that needs WebAssembly, which the page's content security policy
 * forbids.
 */
const NODE: Readonly<Record<string, string>> = {
  "node:buffer": "buffer.ts",
  "node:fs/promises": "fs.ts",
  "node:module": "module.ts",
  "node:path": "path.ts",
  "node:stream": "stream.ts",
  "node:timers/promises": "timers.ts",
  "node:url": "url.ts",
  "node:zlib": "zlib.ts",
  hysnappy: "snappy.ts",
};

/** The source modules that generate JavaScript or WebAssembly. */
const GENERATORS =
  /\/(?:byte-search|generated-fill|generated-filter|generated-finder|may-generate|vector-loop)\.ts$/;
const WITHOUT_GENERATORS: Plugin = {
  name: "without-generated-code",
  setup: ({ onResolve }) =>
    onResolve({ filter: GENERATORS }, () => ({
      path: join(SOURCES, "node/no-generated-code.ts"),
    })),
};

/** A relative URL in a page, such as `./main.ts`. */
const ADDRESS = /(?<=(?:src|href)=")\.\/([^"]+)(?=")/g;

/**
 * Builds a page with its entries and assets.
 *
 * @param prefix the path of its files, relative to the page
 */
async function buildPage(page: string, out: string, prefix: string): Promise<void> {
  const html = readFileSync(join(SOURCES, page), "utf8");
  const entries = [...html.matchAll(ADDRESS)].map(([, path = ""]) => path);
  await rm(out, { recursive: true, force: true });
  /** The built name of each entry. */
  const names = await bundlePages(SOURCES, entries, out, {
    // The readers of files are those of Node, with browser replacements of Node's modules.
    alias: Object.fromEntries(
      Object.entries(NODE).map(([name, file]) => [name, join(SOURCES, "node", file)]),
    ),
    // Only commands read Arrow.
    external: ["apache-arrow"],
    plugins: [WITHOUT_GENERATORS],
  });
  await mkdir(out, { recursive: true });
  await writeFile(
    join(out, "index.html"),
    html.replace(ADDRESS, (_, path: string) => `${prefix}${names.get(path) ?? path}`),
  );
}

const OUT = join(DIST, "playground");
await Promise.all([
  buildPage("index.html", OUT, ""),
  buildPage("console.html", join(DIST, "console"), "console/"),
  buildPage("docs.html", join(DIST, "docs"), "docs/"),
]);

// The service worker lists all files, except itself.
const files = (await readdir(OUT)).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(await readFile(join(OUT, file)));
await build({
  entryPoints: [join(SOURCES, "offline/service-worker.ts")],
  outfile: join(OUT, "offline.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  define: {
    FILES: JSON.stringify(files),
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
  },
  logLevel: "warning",
});
