import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { watchProcess } from "./server.ts";

/** The package of engines. Mutation tests run in a copy without installed packages, and share those of the original. */
export const HOME = originOf(fileURLToPath(new URL(".", import.meta.url)));

const LOCK_FILE = join(HOME, "package-lock.json");
const STAMP = join(HOME, "node_modules/.installed.json");
const RUNNING = join(HOME, ".installing");
const FAILED = join(HOME, ".install-failed.json");

/** The number of a process may be that of another one later. */
const FAILURE_HOLDS = 30 * 60_000;

interface Failure {
  readonly run: number;
  readonly at: number;
  readonly reason: string;
}

const require = createRequire(join(HOME, "package.json"));

function originOf(directory: string): string {
  const [origin = "", copy] = directory.split(`${sep}.stryker-tmp${sep}`);
  return copy === undefined ? origin : join(origin, "test/engines");
}

/** A package of `test/engines/package.json`. Its types are not installed where types are checked: `T` says what is used of it. */
export function load<T>(name: string): T {
  return require(name) as T;
}

/** Where a file of such a package is. */
export function locate(file: string): string {
  return require.resolve(file);
}

let installing: Promise<void> | undefined;

/** Installs the engines when they are missing or not those of the lock file. Of several processes one does, and the rest wait. */
export function installEngines(): Promise<void> {
  installing ??= install();
  return installing;
}

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

async function install(): Promise<void> {
  while (read(STAMP) !== wanted()) {
    const failure = earlierFailure();
    if (failure !== undefined) throw new Error(failure);
    if (!takeTurn()) {
      await sleep(200);
      continue;
    }
    try {
      // Another process may have finished between the look at the stamp and the turn.
      if (read(STAMP) !== wanted()) await runNpm();
    } finally {
      rmSync(RUNNING, { force: true });
    }
  }
}

function takeTurn(): boolean {
  try {
    writeFileSync(RUNNING, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(read(RUNNING));
    // Empty while its owner is about to write to it.
    if (owner > 0 && !isAlive(owner)) rmSync(RUNNING, { force: true });
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

/** Every test file is a process of its own, started by that of the run: what failed for one is not tried again by the next. */
function earlierFailure(): string | undefined {
  const text = read(FAILED);
  if (text === undefined) return undefined;
  const { run, at, reason } = JSON.parse(text) as Failure;
  return run === process.ppid && Date.now() - at < FAILURE_HOLDS ? reason : undefined;
}

async function runNpm(): Promise<void> {
  console.log("Installing the engines that tests run SQL on (test/engines, about 860 MB) …");
  const startedAt = Date.now();
  // Scripts are not needed: what the packages' scripts would do, the drivers do.
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, output } = await run([
    "ci",
    ...options,
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
  ]);
  if (status !== 0) {
    const reason = `\`npm ci\` in test/engines failed: ${output.trim()}`;
    const failure: Failure = { run: process.ppid, at: Date.now(), reason };
    writeFileSync(FAILED, JSON.stringify(failure));
    throw new Error(reason);
  }
  writeFileSync(STAMP, wanted());
  rmSync(FAILED, { force: true });
  console.log(`Installed the engines in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

function run(args: readonly string[]): Promise<{ status: number | null; output: string }> {
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && basename(cli) === "npm-cli.js" && existsSync(cli);
  const [command, prefix] = isNpm ? [process.execPath, [cli]] : ["npm", []];
  return new Promise((resolve) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: HOME,
      env: surroundings(),
      shell: !isNpm && process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
    });
    watchProcess(child, "SIGKILL");
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => resolve({ status: null, output: error.message }));
    child.on("close", (status) => resolve({ status, output }));
  });
}

/** Without what an outer `npm test` says of the package that it runs in. */
function surroundings(): NodeJS.ProcessEnv {
  const outer = /^npm_(package|lifecycle|config_(local_)?prefix$|config_global)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}
