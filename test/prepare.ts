import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runSite } from "../src/apps/site/run-site.ts";
import { compileSqlite, installEngines, installPackage } from "./engines/install.ts";
import { isAsked } from "./harness/asked.ts";
import { areBuilt, DIST, ROOT } from "./harness/built.ts";
import { IS_FULL } from "./harness/extent.ts";
import { CHROMIUM } from "./harness/start-browser.ts";

/** Declarations take most of a build: `npm test` does without them. */
const CODE = ["index.js", "index.cjs"];
const DECLARATIONS = ["index.d.ts", "index.d.cts"];
const TSC = [join(ROOT, "node_modules/typescript-7/bin/tsc"), "-p", "tsconfig.declarations.json"];
const TSUP = [join(ROOT, "node_modules/tsup/dist/cli-default.js"), "--silent"];
/** Versions of TypeScript, and what needs them. */
const COMPILERS = {
  folder: join(ROOT, "test/package/compilers"),
  test: "package/typescript.test.ts",
};
const SITE_TEST = "apps/site/built-site.test.ts";
/** Where the site under test is served. */
const SITE_BASE = "/a/folder/";
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
function installAll(): Promise<void> {
  const needsAll = IS_FULL || isAsked();
  return reported(async () => {
    await installEngines(needsAll ? "all" : "quick");
    // Named tests get the compiled driver only if it is there: compiling it takes a minute.
    if (IS_FULL) await compileSqlite();
  });
}

/** Prints the reason if something cannot be prepared: the tests that need it then fail or are skipped, and no others. */
async function reported(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

/** What a fresh clone lacks, before the tests begin: engines and `dist`, and compilers and the site for the tests that need them. */
export default async function prepare(project: TestProject): Promise<(() => void) | undefined> {
  // The projects of a run share it.
  if (!project.isRootProject()) return undefined;
  const building = process.env.ISOFORM_BUILD === "no" ? undefined : buildAll();
  await Promise.all([installAll(), building]);
  const files = project.vitest.state.getPaths();
  const needs = (test: string): boolean => files.some((path) => path.endsWith(test));
  if (needs(COMPILERS.test)) await reported(() => installPackage(COMPILERS.folder));
  if (!needs(SITE_TEST) || CHROMIUM.missing !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "isoform-site-"));
  // It contains the playground of `dist`.
  await reported(() => runSite("build", ["--base", SITE_BASE, "--outDir", folder]));
  project.provide("site", { base: SITE_BASE, folder });
  return () => rmSync(folder, { recursive: true, force: true });
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the built site, and where it is served; missing without a browser. */
    readonly site?: { readonly base: string; readonly folder: string };
  }
}
