import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Builds the playground into `dist/playground`: `npm run playground`. The folder can be served as it is, from any path.

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = join(ROOT, "src/playground");
const OUT = join(ROOT, "dist/playground");

/** The pages, each with the files that it names. */
const PAGES = ["index.html"];

/** What stands for the modules of Node, and for a package that needs WebAssembly. */
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

/** An address of a page, such as `./main.ts`. */
const ADDRESS = /(?<=(?:src|href)=")\.\/([^"]+)(?=")/g;

function read(page: string): string {
  return readFileSync(join(SOURCES, page), "utf8");
}

const entries = [
  ...new Set(
    PAGES.flatMap((page) => [...read(page).matchAll(ADDRESS)].map(([, path = ""]) => path)),
  ),
];

await rm(OUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: entries.map((entry) => join(SOURCES, entry)),
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  charset: "utf8",
  splitting: true,
  metafile: true,
  format: "esm",
  target: "es2022",
  platform: "browser",
  outdir: OUT,
  // The readers of files are those of Node, with what they use of it as browsers have it.
  alias: Object.fromEntries(
    Object.entries(NODE).map(([name, file]) => [name, join(SOURCES, "node", file)]),
  ),
  // Read by commands only.
  external: ["apache-arrow"],
  // A file with another content has another name, so browsers may keep each for ever.
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  logLevel: "warning",
});

/** The name that each entry got. */
const names = new Map(
  Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
    entryPoint === undefined
      ? []
      : [[relative(SOURCES, join(ROOT, entryPoint)), basename(output)] as const],
  ),
);

await mkdir(OUT, { recursive: true });
for (const page of PAGES) {
  await writeFile(
    join(OUT, page),
    read(page).replace(ADDRESS, (_, path: string) => names.get(path) ?? path),
  );
}

// What keeps the page in the browser names all files, and is not one of them.
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
