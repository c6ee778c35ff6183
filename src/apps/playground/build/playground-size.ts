import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

// Measures how much the playground loads before one can type and see records. Fails above a limit.

/** The limit in compressed kilobytes. */
const MOST = 262.5;
const FOLDER = fileURLToPath(new URL("../../../../dist/playground/", import.meta.url));
const PAGE = "index.html";

function sizeOf(file: string): number {
  return gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length / 1000;
}

/** The files that the page refers to, with their static imports. */
async function firstLoad(): Promise<ReadonlySet<string>> {
  const page = readFileSync(join(FOLDER, PAGE), "utf8");
  const named = [...page.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, file = ""]) => file);
  const found = new Set([PAGE, ...named]);
  const { metafile } = await build({
    entryPoints: named.map((file) => join(FOLDER, file)),
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    outdir: FOLDER,
    logLevel: "error",
  });
  const inputs = new Map(
    Object.entries(metafile.inputs).map(([path, input]) => [basename(path), input]),
  );
  for (const file of found) {
    for (const { path, kind } of inputs.get(file)?.imports ?? []) {
      if (kind !== "dynamic-import") found.add(basename(path));
    }
  }
  return found;
}

const sizes = [...(await firstLoad())].map((file) => ({ file, size: sizeOf(file) }));
const total = sizes.reduce((sum, { size }) => sum + size, 0);
const all = readdirSync(FOLDER).reduce((sum, file) => sum + sizeOf(file), 0);
for (const { file, size } of sizes) console.log(`  ${size.toFixed(1).padStart(6)} kB  ${file}`);
console.log(`first load of the playground: ${total.toFixed(1)} kB gzipped, at most ${MOST} kB`);
console.log(`what it loads afterwards, or if it is asked for: ${(all - total).toFixed(1)} kB`);
if (total > MOST) process.exitCode = 1;
