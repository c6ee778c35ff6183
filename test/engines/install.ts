import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { watchProcess } from "./server.ts";

/** The package of engines. */
export const HOME = fileURLToPath(new URL(".", import.meta.url));

const LOCK_FILE = join(HOME, "package-lock.json");
const STAMP = join(HOME, "node_modules/.installed.json");

/** The number of a process may be that of another one later. */
const FAILURE_HOLDS = 30 * 60_000;

/** Compiling takes a minute. A network that does not answer must not hold up the tests for longer. */
const BUILD_WITHIN = 240_000;

/** The process of the whole run, which the processes of test files inherit. */
process.env.ISOFORM_RUN ??= String(process.pid);
const RUN = process.env.ISOFORM_RUN;

interface Failure {
  readonly run: string;
  readonly at: number;
  readonly reason: string;
}

const require = createRequire(join(HOME, "package.json"));

/** A package of `test/engines/package.json`. Its types are not installed where types are checked: `T` says what is used of it. */
export function load<T>(name: string): T {
  return require(name) as T;
}

/** Where a file of such a package is. */
export function locate(file: string): string {
  return require.resolve(file);
}

let installing: Promise<void> | undefined;
let building: Promise<void> | undefined;

/** Installs the engines when they are missing or not those of the lock file. */
export function installEngines(): Promise<void> {
  installing ??= once({
    name: "install",
    isDone: () => read(STAMP) === wanted(),
    work: runNpmCi,
  });
  return installing;
}

/**
 * Compiles better-sqlite3 for this version of Node if it does not load. Rejects with the reason if that is not possible; and if Node has
 * SQLite itself, since the one compiled is then for another version of Node and stays.
 */
export function buildBetterSqlite(): Promise<void> {
  building ??= installEngines().then(() =>
    once({ name: "build", isDone: () => whyNotLoaded() === undefined, work: buildSqlite }),
  );
  return building;
}

/** Whether this Node comes with SQLite. */
export const NODE_HAS_SQLITE = process.getBuiltinModule("node:sqlite") !== undefined;

/** What an installation is of: another lock file, or another kind of machine, asks for another. */
function wanted(): string {
  const lock = readFileSync(LOCK_FILE, "utf8");
  return JSON.stringify({ platform: `${process.platform}-${process.arch}`, lock });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

interface Job {
  readonly name: "install" | "build";
  isDone(): boolean;
  work(): Promise<void>;
}

/** Of several processes one does the job, and the rest wait. */
async function once({ name, isDone, work }: Job): Promise<void> {
  const running = join(HOME, `.${name}-running`);
  const failed = join(HOME, `.${name}-failed.json`);
  while (!isDone()) {
    const failure = earlierFailure(failed);
    if (failure !== undefined) throw new Error(failure);
    if (!takeTurn(running)) {
      await sleep(200);
      continue;
    }
    try {
      // Another process may have finished between the look and the turn.
      if (!isDone()) await work();
      rmSync(failed, { force: true });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failure: Failure = { run: RUN, at: Date.now(), reason };
      writeFileSync(failed, JSON.stringify(failure));
      throw error;
    } finally {
      rmSync(running, { force: true });
    }
  }
}

function takeTurn(running: string): boolean {
  try {
    writeFileSync(running, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(read(running));
    // Empty while its owner is about to write to it.
    if (owner > 0 && !isAlive(owner)) rmSync(running, { force: true });
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

/** What failed for one process of a run is not tried again by the next. */
function earlierFailure(failed: string): string | undefined {
  const text = read(failed);
  if (text === undefined) return undefined;
  const { run, at, reason } = JSON.parse(text) as Failure;
  return run === RUN && Date.now() - at < FAILURE_HOLDS ? reason : undefined;
}

async function runNpmCi(): Promise<void> {
  console.log("Installing the engines that tests run SQL on (test/engines, about 890 MB) …");
  const startedAt = Date.now();
  // Scripts are not needed: what the packages' scripts would do, the drivers do, or `buildBetterSqlite`.
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, output } = await run([
    "ci",
    ...options,
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
  ]);
  if (status !== 0) throw new Error(`\`npm ci\` in test/engines failed: ${output.trim()}`);
  writeFileSync(STAMP, wanted());
  console.log(`Installed the engines in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** Why better-sqlite3 does not load; `undefined` if it does. */
function whyNotLoaded(): string | undefined {
  try {
    const Database = load<new (path: string) => { close(): void }>("better-sqlite3");
    new Database(":memory:").close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** To compile it as it is shipped takes five times as long. */
const QUICK = "-O0";
const BUILD = join(HOME, "node_modules/better-sqlite3/build");
/** Says that it is slower than what users have. It goes where the next build begins anew. */
const MARK = "quickly-compiled";

/** Whether better-sqlite3 was compiled for tests, and not for measurements. */
export function isForTests(): boolean {
  return existsSync(join(BUILD, MARK));
}

async function buildSqlite(): Promise<void> {
  const version = `Node ${process.versions.node}`;
  if (NODE_HAS_SQLITE) throw new Error(`better-sqlite3 is not compiled for ${version}`);
  console.log(`Compiling better-sqlite3 for ${version} …`);
  const { output } = await run(["rebuild", "better-sqlite3", "--foreground-scripts"], {
    environment: { ...headers(), CFLAGS: QUICK, CXXFLAGS: QUICK },
    within: BUILD_WITHIN,
  });
  if (existsSync(join(BUILD, "Makefile"))) writeFileSync(join(BUILD, MARK), QUICK);
  // A rebuild may fail after it has fetched what works, and "succeed" without having run.
  if (whyNotLoaded() === undefined) return;
  throw new Error(`better-sqlite3 cannot be compiled for ${version}: ${firstProblem(output)}`);
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

/** Runs npm in the package of the engines. */
function run(
  args: readonly string[],
  { environment = {}, within }: { environment?: NodeJS.ProcessEnv; within?: number } = {},
): Promise<{ status: number | null; output: string }> {
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && basename(cli) === "npm-cli.js" && existsSync(cli);
  const [command, prefix] = isNpm ? [process.execPath, [cli]] : ["npm", []];
  return new Promise((resolve) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: HOME,
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
