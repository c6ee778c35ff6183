import { spawn } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBetterSqlite } from "./engines/install.ts";
import { isAsked } from "./harness/asked.ts";

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

/** Builds `dist`. A build that fails leaves none: the tests that load it then fail, and no others. */
async function build(): Promise<void> {
  const tsup = join(root, "node_modules/tsup/dist/cli-default.js");
  const child = spawn(process.execPath, [tsup, "--silent"], { cwd: root, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status === 0) return;
  rmSync(dist, { recursive: true, force: true });
  console.error(`The build failed:\n${output}`);
}

/**
 * What a fresh clone lacks: `dist`, which is built if it is missing or older than the sources, and what the engines need. Both at the same
 * time, as each takes half a minute of one core. Tests that are named get what they ask for themselves.
 */
export default async function prepare(): Promise<void> {
  // A mutant changes the sources, and is tested as source.
  const { STRYKER_MUTATOR_WORKER, ISOFORM_BUILD } = process.env;
  if (STRYKER_MUTATOR_WORKER !== undefined || ISOFORM_BUILD === "no") return;
  await Promise.all([
    isCurrent() ? undefined : build(),
    // The tests that need it say why it is missing.
    isAsked() ? undefined : buildBetterSqlite().catch(() => undefined),
  ]);
}
