import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { compileSqlite, installEngines } from "./engines/install.ts";
import { isAsked } from "./harness/asked.ts";
import { areBuilt, DIST, ROOT } from "./harness/built.ts";
import { IS_FULL } from "./harness/extent.ts";

/** Declarations take most of a build: `npm test` does without them. */
const CODE = ["index.js", "index.cjs"];
const DECLARATIONS = ["index.d.ts", "index.d.cts"];
const TSC = [join(ROOT, "node_modules/typescript-7/bin/tsc"), "-p", "tsconfig.declarations.json"];
const TSUP = [join(ROOT, "node_modules/tsup/dist/cli-default.js"), "--silent"];
const PLAYGROUND = ["--import", "tsx", join(ROOT, "src/apps/playground/build/build-playground.ts")];

/** Builds what of `dist` is missing or older than the sources: the package, then the pages in a folder of it. */
async function buildAll(): Promise<void> {
  if (!areBuilt(...CODE, ...(IS_FULL ? DECLARATIONS : []))) {
    if (IS_FULL) await build(TSC);
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

/** Installs the engines that the suite needs. Without them their tests are skipped, or fail in continuous integration: both say why. */
async function installAll(): Promise<void> {
  const needsAll = IS_FULL || isAsked();
  try {
    await installEngines(needsAll ? "all" : "quick");
    // Named tests get the compiled driver only if it is there: compiling it takes a minute.
    if (IS_FULL) await compileSqlite();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

/** What a fresh clone lacks, before the tests begin: the engines, and `dist`. */
export default async function prepare(): Promise<void> {
  const building = process.env.ISOFORM_BUILD === "no" ? undefined : buildAll();
  await Promise.all([installAll(), building]);
}
