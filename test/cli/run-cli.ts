import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { areBuilt, DIST, ROOT } from "../harness/built.ts";

/** Where the drivers of databases are installed: the program looks for them from where it runs. */
export const ENGINES = join(ROOT, "test/engines/all");

const TSX = join(ROOT, "node_modules/tsx/dist/esm/index.mjs");

/** How the program is started: as it is shipped if that is built from the sources as they are, and else from the sources. */
export const PROGRAM: readonly [string, ...string[]] = areBuilt("cli.js")
  ? [process.execPath, join(DIST, "cli.js")]
  : [process.execPath, "--import", TSX, join(ROOT, "src/cli/main.ts")];

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The number of the user that it runs as. */
  readonly user?: number;
}

/** What colours depend on is not what the tests happen to run in. */
export function plainEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...rest } = process.env;
  return { ...rest, ...more };
}

/** Starts the real program. */
export function start(
  args: readonly string[],
  { env = {}, cwd = ROOT, user }: RunOptions = {},
): ChildProcess {
  const [command, ...before] = PROGRAM;
  return spawn(command, [...before, ...args], {
    cwd,
    env: plainEnvironment(env),
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
}

/** Runs the real program to its end. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = start(args, options);
  child.stdin?.on("error", () => {
    // It may end without reading all.
  });
  child.stdin?.end(options.input ?? "");
  return ended(child);
}

/** What a program wrote, when it has ended. */
export async function ended(child: ChildProcess): Promise<Run> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on("data", (piece: Buffer) => out.push(piece));
  child.stderr?.on("data", (piece: Buffer) => err.push(piece));
  await once(child, "close");
  return {
    code: child.exitCode,
    signal: child.signalCode,
    out: Buffer.concat(out).toString("utf8"),
    err: Buffer.concat(err).toString("utf8"),
  };
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "isoform-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
