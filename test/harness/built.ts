import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Need } from "./extent.ts";

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

/** Where the package is built to. */
export const DIST: string = join(ROOT, "dist");

const SOURCES = [
  "src",
  "tsup.config.ts",
  "tsconfig.json",
  "tsconfig.declarations.json",
  "package.json",
];

/** Whether files of `dist` are there, and newer than all that they are built from. */
export function areBuilt(...files: readonly string[]): boolean {
  const builtAt = files.map(
    (file) => statSync(join(DIST, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.min(...builtAt) > Math.max(...SOURCES.map((name) => newestChange(join(ROOT, name))));
}

/** What tests of the types that users see need: to make these takes a minute, so a usual run does not. */
export function neededDeclarations(): Need {
  const isThere = areBuilt("index.d.ts", "index.d.cts");
  return { missing: isThere ? undefined : "the declarations are not built (`npm run build`)" };
}

/** The site is no part of the package, and its own build writes into its folder. */
const SITE = join(ROOT, "src/apps/site");

function newestChange(path: string): number {
  if (path === SITE) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(
    stats.mtimeMs,
    ...readdirSync(path).map((name) => newestChange(join(path, name))),
  );
}
