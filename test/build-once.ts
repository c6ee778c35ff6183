import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const built = ["index.js", "index.cjs", "index.d.ts", "index.d.cts"];
const sources = ["src", "tsup.config.ts", "tsconfig.json", "package.json"];

function newestChange(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(
    stats.mtimeMs,
    ...readdirSync(path).map((name) => newestChange(join(path, name))),
  );
}

function isCurrent(): boolean {
  const builtAt = built.map(
    (name) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.min(...builtAt) > Math.max(...sources.map((name) => newestChange(join(root, name))));
}

/**
 * Builds `dist` when it is missing or older than the sources, so that tests of the built package run
 * from a fresh clone. A build that fails leaves no `dist`: the tests that load it then fail, and no others.
 */
export default function buildOnce(): void {
  // A mutant changes the sources, and is tested as source.
  const { STRYKER_MUTATOR_WORKER, ISOFORM_BUILD } = process.env;
  if (STRYKER_MUTATOR_WORKER !== undefined || ISOFORM_BUILD === "no" || isCurrent()) return;
  const tsup = join(root, "node_modules/tsup/dist/cli-default.js");
  const result = spawnSync(process.execPath, [tsup, "--silent"], { cwd: root, encoding: "utf8" });
  if (result.status === 0) return;
  rmSync(dist, { recursive: true, force: true });
  console.error(`The build failed:\n${result.stdout}${result.stderr}`);
}
