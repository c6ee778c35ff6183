import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installPackage } from "../../test/engines/install.ts";

/** A build of the package at a revision. */
export interface Build {
  readonly name: string;
  /** The folder with `package.json` and `dist`, whose modules are ESM. */
  readonly folder: string;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/isoform-builds");

/** The URL of a module of a build, such as `index`. */
export function moduleOf({ folder }: Build, name: string): URL {
  return pathToFileURL(join(folder, "dist", `${name}.js`));
}

/** Builds the working tree, without caching. */
export function buildWorkingTree(): Build {
  const head = git("rev-parse", "--short", "HEAD");
  const name = git("status", "--porcelain", "--", "src") === "" ? head : `${head} with changes`;
  const folder = join(CACHE, "working-tree");
  rmSync(folder, { recursive: true, force: true });
  tsup(ROOT, join(folder, "dist"));
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  return { name, folder };
}

/** Builds another revision with its own scripts. A commit is immutable, so its build is cached. */
export async function buildRevision(revision: string): Promise<Build> {
  const commit = git("rev-parse", "--verify", `${revision}^{commit}`);
  const build: Build = { name: commit.slice(0, 7), folder: join(CACHE, commit) };
  if (existsSync(moduleOf(build, "index"))) return build;
  const parent = mkdtempSync(join(tmpdir(), "isoform-"));
  const tree = join(parent, "tree");
  try {
    git("worktree", "add", "--quiet", "--detach", tree, commit);
    await install(tree);
    tsup(tree, join(tree, "dist"));
    cpSync(join(tree, "package.json"), join(build.folder, "package.json"));
    cpSync(join(tree, "dist"), join(build.folder, "dist"), { recursive: true });
    return build;
  } finally {
    git("worktree", "remove", "--force", tree);
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Links the packages of this tree if the lock file is the same, and installs them otherwise. */
async function install(tree: string): Promise<void> {
  const [own, its] = [ROOT, tree].map((folder) => readFileSync(join(folder, "package-lock.json")));
  if (own?.equals(its ?? new Uint8Array())) {
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
  } else {
    await installPackage(tree);
  }
}

function tsup(tree: string, output: string): void {
  const program = join(tree, "node_modules/tsup/dist/cli-default.js");
  const options = ["--no-dts", "--format", "esm", "--silent", "--out-dir", output];
  execFileSync(process.execPath, [program, ...options], { cwd: tree, stdio: "inherit" });
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}
