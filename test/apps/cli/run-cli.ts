import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { run } from "../../../src/apps/cli/run-cli.ts";
import type { Host } from "../../../src/apps/cli/terminal/host.ts";
import { areBuilt, DIST, ROOT } from "../../harness/built.ts";
import { Collector } from "./collector.ts";

/** Where the drivers of databases are installed: the program looks for them from where it runs. */
export const ENGINES = join(ROOT, "test/engines/all");

const TSX = join(ROOT, "node_modules/tsx/dist/esm/index.mjs");

/** How the program is started: as it is shipped if that is built from the sources as they are, and else from the sources. */
export const PROGRAM: readonly [string, ...string[]] = areBuilt("cli.js")
  ? [process.execPath, join(DIST, "cli.js")]
  : [process.execPath, "--import", TSX, join(ROOT, "src/apps/cli/main.ts")];

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Of the standard input, output and error. */
type Stdio = readonly ("ignore" | "pipe" | number)[];

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The number of the user that it runs as. */
  readonly user?: number;
  readonly stdio?: Stdio;
}

interface HostOptions {
  readonly input?: string | Uint8Array | Readable;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: Collector;
  readonly stderr?: Collector;
}

interface RunOptions extends HostOptions {
  readonly cwd?: string;
}

/** What colours depend on is not what the tests happen to run in. */
export function plainEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...rest } = process.env;
  return { ...rest, ...more };
}

/** The process of a command that runs inside the process of its test. */
export class TestHost extends EventEmitter implements Host {
  readonly stdin: Readable;
  readonly stdout: Collector;
  readonly stderr: Collector;
  readonly env: NodeJS.ProcessEnv;

  constructor({ input = "", env = {}, stdout, stderr }: HostOptions = {}) {
    super();
    this.stdout = stdout ?? new Collector();
    this.stderr = stderr ?? new Collector();
    this.stdin =
      input instanceof Readable
        ? input
        : Readable.from([Buffer.from(input)], { objectMode: false });
    this.env = plainEnvironment(env);
  }

  exit(code: number): never {
    throw new Error(`the command ended its process with ${code}`);
  }
}

/** Runs a command inside this process. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return runIn(new TestHost(options), args, options.cwd);
}

/** The same with a process that the test made. */
export async function runIn(host: TestHost, args: readonly string[], cwd = ROOT): Promise<Run> {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await run(args, host);
    return { code, signal: null, out: host.stdout.text, err: host.stderr.text };
  } finally {
    host.stdin.destroy();
    process.chdir(before);
  }
}

/** Runs the real program to its end. */
export async function runProgram(
  args: readonly string[],
  { input = "", ...options }: StartOptions & { readonly input?: string } = {},
): Promise<Run> {
  const program = new Program(args, options);
  program.child.stdin?.end(input);
  return program.ended;
}

/** The real program while it runs. It ends with its test. */
export class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Run>;
  readonly #out = new Collector();
  readonly #err = new Collector();
  #hasEnded = false;

  constructor(
    args: readonly string[],
    { env = {}, cwd = ROOT, user, stdio = ["pipe", "pipe", "pipe"] }: StartOptions = {},
  ) {
    const [command, ...before] = PROGRAM;
    this.child = spawn(command, [...before, ...args], {
      cwd,
      stdio: [...stdio],
      env: plainEnvironment(env),
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    this.child.stdin?.on("error", () => {
      // It may end without reading all.
    });
    onTestFinished(() => {
      this.child.kill("SIGKILL");
    });
    this.child.stdout?.pipe(this.#out);
    this.child.stderr?.pipe(this.#err);
    this.ended = this.#untilEnd();
  }

  /** Resolves with the first message, on the standard error, that has the pattern. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#writes(this.#err, pattern);
  }

  /** The same for the standard output. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#writes(this.#out, pattern);
  }

  async #writes(collector: Collector, pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(collector.text);
      if (found !== null) return found;
      if (this.#hasEnded) throw new Error(`it ended: ${this.#err.text}`);
      await Promise.race([once(collector, "chunk"), this.ended]);
    }
  }

  async #untilEnd(): Promise<Run> {
    await once(this.child, "close");
    this.#hasEnded = true;
    const { exitCode: code, signalCode: signal } = this.child;
    return { code, signal, out: this.#out.text, err: this.#err.text };
  }
}

/** An input that does not end after a text. `isRead` resolves when the text has been read, but for what a stream holds. */
export function endlessInput(text: string): {
  readonly input: Readable;
  readonly isRead: Promise<void>;
} {
  let note: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => {
    note = resolve;
  });
  const bytes = Buffer.from(text);
  let at = 0;
  const input = new Readable({
    read(size) {
      if (at >= bytes.length) return note();
      this.push(bytes.subarray(at, at + size));
      at += size;
    },
  });
  return { input, isRead };
}

/** Resolves when a folder that is watched from now on has files with the names that are wanted. */
export async function appearance(
  folder: string,
  isWanted: (names: readonly string[]) => boolean,
): Promise<void> {
  const watcher = watch(folder);
  onTestFinished(() => watcher.close());
  while (!isWanted(readdirSync(folder))) await once(watcher, "change");
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "isoform-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
