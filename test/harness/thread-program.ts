import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { areBuilt, DIST, ROOT } from "./built.ts";
import { sharedByProcess } from "./shared-by-process.ts";

const FOLDER = join(ROOT, "node_modules/.cache/isoform");

/**
 * The program of a thread as one file of JavaScript: the file of the built package if that is current, and else one
 * that is bundled from the sources. To load the sources themselves takes a thread a second each time.
 *
 * @param built the path below `dist`
 * @param source the path below `src`
 */
export function threadProgram(built: string, source: string): string {
  if (areBuilt(built)) return join(DIST, built);
  // Its worker lives as long as the process.
  const { outputFiles } = sharedByProcess(() =>
    buildSync({
      entryPoints: [join(ROOT, "src", source)],
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "node20",
      write: false,
    }),
  );
  const path = join(FOLDER, built.replace(/.*\//, "").replace(/\.js$/, ".mjs"));
  mkdirSync(FOLDER, { recursive: true });
  // Other processes may write or read it at the same time.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, outputFiles[0]?.contents ?? "");
  renameSync(draft, path);
  return path;
}
