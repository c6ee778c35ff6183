import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { watchProcess } from "./server.ts";

/** The package of the engines that `npm test` installs. */
export const HOME = fileURLToPath(new URL(".", import.meta.url));

/** The packages of engines: `quick` for `npm test`, and `all` for everything else. Those of `all` find those of `quick`, whose folder holds theirs. */
const FOLDERS = { quick: HOME, all: join(HOME, "all") } as const;

type EngineSet = keyof typeof FOLDERS;

/** Where data of servers that were set up are kept: beside the installed engines, so that they go with them. */
export const TEMPLATES = join(HOME, "node_modules/.templates");

/** Compiling takes a minute. A network that does not answer must not hold up the tests for longer. */
const BUILD_WITHIN = 240_000;

const require = createRequire(join(FOLDERS.all, "package.json"));

/** A package of engines. Its types are not installed where types are checked: `T` says which of its members are used. */
export function load<T>(name: string): T {
  try {
    return require(name) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(`${name} is not installed: \`npm run test:all\` installs it`);
  }
}

/** The path of a file of such a package. */
export function locate(file: string): string {
  return require.resolve(file);
}

/** Whether this Node comes with SQLite. */
export const NODE_HAS_SQLITE = process.getBuiltinModule("node:sqlite") !== undefined;

/** Installs a package of engines that is missing or not the one of its lock file. The tests' global setup does, once for a run. */
export async function installEngines(set: EngineSet): Promise<void> {
  if (set === "all") await installEngines("quick");
  await installPackage(FOLDERS[set]);
}

/** Runs `npm ci` in a folder unless its packages are those of its lock file. One of several processes installs, and the others wait. */
export async function installPackage(folder: string): Promise<void> {
  const stamp = join(folder, "node_modules/.installed.json");
  const lockFile = readFileSync(join(folder, "package-lock.json"), "utf8");
  // Another lock file, or another kind of machine, asks for another installation.
  const wanted = JSON.stringify({ platform: `${process.platform}-${process.arch}`, lockFile });
  await locked(join(folder, ".install-running"), async () => {
    if (read(stamp) === wanted) return;
    console.log(`Installing the packages of ${relative(process.cwd(), folder)} …`);
    // Scripts are not needed: the drivers do what the packages' scripts would do, or `compileSqlite`.
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status, output } = await run(folder, [
      "ci",
      ...options,
      "--include=dev",
      "--include=optional",
    ]);
    if (status !== 0) throw new Error(`\`npm ci\` in ${folder} failed: ${output.trim()}`);
    writeFileSync(stamp, wanted);
  });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Runs `work` while no other process holds the lock file. */
async function locked(file: string, work: () => Promise<void>): Promise<void> {
  while (!takeLock(file)) await sleep(200);
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function takeLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(read(file));
    // Empty while its owner is about to write to it.
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The compiled driver of SQLite. Throws the reason if it does not load. */
export function loadBetterSqlite<T>(): T {
  const reason = whyNotLoaded();
  if (reason !== undefined) throw new Error(`better-sqlite3 cannot be loaded: ${reason}`);
  return load<T>("better-sqlite3");
}

/** Why better-sqlite3 does not load; `undefined` if it does. */
function whyNotLoaded(): string | undefined {
  try {
    const Database = load<new (path: string) => { close(): void }>("better-sqlite3");
    new Database(":memory:").close();
    return undefined;
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return reason;
  }
}

/** To compile it as it is shipped takes five times as long. */
const QUICK = "-O0";
const BUILD = join(FOLDERS.all, "node_modules/better-sqlite3/build");
/** Says that it is slower than what users have. It goes where the next build begins anew. */
const MARK = "quickly-compiled";

/** Whether better-sqlite3 was compiled for tests, and not for measurements. */
export function isForTests(): boolean {
  return existsSync(join(BUILD, MARK));
}

/**
 * Compiles better-sqlite3 for this version of Node unless it loads, or Node has SQLite itself: the one compiled is then for another
 * version of Node and stays. Throws the reason if that is not possible.
 */
export async function compileSqlite(): Promise<void> {
  await locked(join(FOLDERS.all, ".build-running"), async () => {
    if (NODE_HAS_SQLITE || whyNotLoaded() === undefined) return;
    const version = `Node ${process.versions.node}`;
    console.log(`Compiling better-sqlite3 for ${version} …`);
    const { output } = await run(
      FOLDERS.all,
      ["rebuild", "better-sqlite3", "--foreground-scripts"],
      { environment: { ...headers(), CFLAGS: QUICK, CXXFLAGS: QUICK }, within: BUILD_WITHIN },
    );
    if (existsSync(join(BUILD, "Makefile"))) writeFileSync(join(BUILD, MARK), QUICK);
    // A rebuild may fail after it has fetched what works, and "succeed" without having run.
    if (whyNotLoaded() === undefined) return;
    throw new Error(`better-sqlite3 cannot be compiled for ${version}: ${firstProblem(output)}`);
  });
}

/** The compiler needs the headers of Node, which often lie beside it; a network to fetch them from may not be there. */
function headers(): NodeJS.ProcessEnv {
  const home = dirname(dirname(realpathSync(process.execPath)));
  const version = read(join(home, "include/node/node_version.h"));
  const number = (part: string): string | undefined =>
    new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(version ?? "")?.[1];
  const found = ["MAJOR", "MINOR", "PATCH"].map(number).join(".");
  return found === process.versions.node ? { npm_config_nodedir: home } : {};
}

/** What the compiler's tools say first that is a reason. */
function firstProblem(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.replace(/^(npm|gyp) (error|ERR!) /i, "").trim());
  const reason = /not found|no such file|could not|failed|timed? ?out|ENOTFOUND|EAI_AGAIN|error:/i;
  return lines.find((line) => reason.test(line)) ?? "no reason is given";
}

/** Runs npm in a folder. */
function run(
  folder: string,
  args: readonly string[],
  { environment = {}, within }: { environment?: NodeJS.ProcessEnv; within?: number } = {},
): Promise<{ status: number | null; output: string }> {
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && basename(cli) === "npm-cli.js" && existsSync(cli);
  const [command, prefix] = isNpm ? [process.execPath, [cli]] : ["npm", []];
  return new Promise((resolve) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: folder,
      env: { ...surroundings(), ...environment },
      shell: !isNpm && process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
      // A group of processes can be ended as a whole: npm, and the compiler that it started.
      detached: within !== undefined,
    });
    watchProcess(child, "SIGKILL");
    let output = "";
    const late = setTimeout(
      () => {
        if (child.pid === undefined) return;
        output += `\nit timed out after ${within} ms`;
        process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
      },
      within ?? 2 ** 31 - 1,
    );
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => {
      clearTimeout(late);
      resolve({ status: null, output: error.message });
    });
    child.on("close", (status) => {
      clearTimeout(late);
      resolve({ status, output });
    });
  });
}

/** Without what an outer `npm test` says of the package that it runs in. */
function surroundings(): NodeJS.ProcessEnv {
  const outer = /^npm_(package|lifecycle|config_(local_)?prefix$|config_global)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}
