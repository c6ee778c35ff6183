import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isShared, SHARED_FOLDER, sharedByProcess } from "../harness/shared-by-process.ts";

/** A user of the machine who is not root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface ServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Its temporary directory: it works and logs there, and nothing of it stays. */
  readonly directory: string;
  readonly owner?: Owner | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  /** What ends it at once and leaves nothing behind in the system. */
  readonly signal: "SIGQUIT" | "SIGKILL";
}

export interface Server {
  /** The process that was started. */
  readonly pid: () => number;
  /** Waits until `isReady` answers without throwing. */
  ready<T>(isReady: () => Promise<T>): Promise<T>;
  /** Ends it as a failure of power would, and leaves its directory; it can be started again. */
  crash(): Promise<void>;
  /** Starts it again after it has crashed. */
  restart(): void;
  /** Ends it, and removes its directory. */
  stop(): Promise<void>;
}

/** Less than a hook may take, so that the reason is reported. */
const READY_WITHIN = 50_000;

let watchdog: ChildProcess | undefined;

/** Tells the process that outlives this one what to end or to remove, should this one not do it. */
function watch(entry: object): void {
  if (watchdog === undefined) {
    const script = fileURLToPath(new URL("watchdog.mjs", import.meta.url));
    watchdog = sharedByProcess(() =>
      spawn(process.execPath, [script], {
        // A session of its own: Ctrl+C in a terminal does not reach it.
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
        env: {},
      }),
    );
    watchdog.unref();
    const pipe = watchdog.stdin as Socket;
    pipe.unref();
    // Where it was ended from outside, there is no one to tell.
    pipe.on("error", () => undefined);
  }
  watchdog.stdin?.write(`${JSON.stringify(entry)}\n`);
}

/** A new directory that is removed with this process at the latest. */
export function temporaryDirectory(owner?: Owner): string {
  // The path of a socket has room for about a hundred characters.
  const base = tmpdir().length > 60 ? "/tmp" : tmpdir();
  const directory = mkdtempSync(join(base, isShared() ? SHARED_FOLDER : "isoform-"));
  watch({ directory });
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  return directory;
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  watch({ directory, done: true });
}

/** Has a process ended with this one. */
export function watchProcess(child: ChildProcess, signal: string): void {
  const { pid } = child;
  if (pid === undefined) return;
  watch({ process: pid, signal });
  child.once("exit", () => watch({ process: pid, done: true }));
}

export function startServer(options: ServerOptions): Server {
  const { command, args, directory, owner, environment, signal } = options;
  const log = join(directory, "log");
  let failure: string | undefined;

  const begin = (): { readonly child: ChildProcess; readonly ended: Promise<void> } => {
    const output = openSync(log, "a");
    const child = spawn(command, args, {
      cwd: directory,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ["ignore", output, output],
      ...owner,
    });
    closeSync(output);
    watchProcess(child, signal);
    child.unref();
    failure = undefined;
    const ended = new Promise<void>((resolve) => {
      child.once("error", (error) => {
        failure = error.message;
        resolve();
      });
      child.once("exit", (code, by) => {
        failure = `it ended with ${code ?? by}:\n${readFileSync(log, "utf8").slice(-2000)}`;
        resolve();
      });
    });
    return { child, ended };
  };
  let running = begin();

  const end = async (by: NodeJS.Signals): Promise<void> => {
    if (failure !== undefined) return;
    const { child, ended } = running;
    child.ref();
    child.kill(by);
    const late = setTimeout(() => child.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(late);
  };

  const stop = async (): Promise<void> => {
    await end(signal);
    removeDirectory(directory);
  };

  return {
    pid: () => {
      const { pid } = running.child;
      if (pid === undefined) throw new Error(`${command} has not been started`);
      return pid;
    },
    ready: async (isReady) => {
      const deadline = Date.now() + READY_WITHIN;
      for (;;) {
        try {
          return await isReady();
        } catch (error) {
          // The children of a server that was killed end a bit later.
          if (failure?.includes("still in use") === true && Date.now() < deadline) {
            await sleep(100);
            running = begin();
          }
          const reason = failure ?? (Date.now() > deadline ? String(error) : undefined);
          if (reason !== undefined) {
            await stop();
            throw new Error(reason);
          }
          await sleep(20);
        }
      }
    },
    crash: () => end("SIGKILL"),
    restart: () => {
      running = begin();
    },
    stop,
  };
}

/** Runs a command to its end. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly owner?: Owner | undefined; readonly cwd: string },
): Promise<void> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
    ...options.owner,
  });
  watchProcess(child, "SIGKILL");
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const status = await new Promise<number | string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${output.slice(-2000)}`);
}
