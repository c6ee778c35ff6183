import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildBetterSqlite } from "./engines/install.ts";
import { isAsked } from "./harness/asked.ts";
import { areBuilt, DIST, ROOT } from "./harness/built.ts";
import { IS_FULL } from "./harness/extent.ts";

/** Declarations take most of a build: a usual run leaves them out, and says which tests need them. */
const CODE = ["index.js", "index.cjs"];
const DECLARATIONS = ["index.d.ts", "index.d.cts"];
const TSUP = [join(ROOT, "node_modules/tsup/dist/cli-default.js"), "--silent"];
const PLAYGROUND = ["--import", "tsx", join(ROOT, "grammar/tools/playground.ts")];

/** Builds what of `dist` is missing or older than the sources: the package, then the pages in a folder of it. */
async function buildAll(): Promise<void> {
  if (!areBuilt(...CODE, ...(IS_FULL ? DECLARATIONS : []))) {
    await build(IS_FULL ? TSUP : [...TSUP, "--no-dts"]);
  }
  const pages = ["playground", "console", "docs"].map((folder) => `${folder}/index.html`);
  if (!areBuilt(...pages)) await build(PLAYGROUND);
}

/** Runs a build. One that fails leaves no `dist`: the tests that load it then fail, and no others. */
async function build(program: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, program, { cwd: ROOT, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status === 0) return;
  rmSync(DIST, { recursive: true, force: true });
  console.error(`The build failed:\n${output}`);
}

/**
 * What a fresh clone lacks: `dist`, which is built if it is missing or older than the sources, and what the engines need. A
 * driver is compiled meanwhile, for a minute: tests that need it wait for it. Tests that are named get what they ask for
 * themselves.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const isPrepared = process.env.ISOFORM_BUILD === "no";
  // The tests that need it say why it is missing.
  const compiled = isPrepared || isAsked() ? undefined : buildBetterSqlite().catch(() => undefined);
  if (!isPrepared) await buildAll();
  return async () => {
    await compiled;
  };
}
