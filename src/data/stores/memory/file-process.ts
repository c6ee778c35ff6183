import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** The path of the program that reads files, relative to the built file with the function that starts it. */
export const FILE_PROGRAM = "stores/file-process.js";

/** The descriptor that the program writes to: packages may print to the standard ones. */
export const OUTPUT = 3;

/** The exit status of a process. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that reads files. */
export interface FileProcess {
  /** The output. A read error ends it. */
  readonly output: AsyncIterable<Uint8Array>;
  readonly ended: Promise<ProcessEnd>;
  kill(): void;
}

/**
 * Starts a process; returns `undefined` if Node's permission model forbids it.
 *
 * @param program the path of its program
 * @param request the content of its standard input
 * @param heap the limit of its heap in bytes
 * @throws `Error` if the system refuses to start it
 */
export async function startProcess(
  program: string,
  request: string,
  heap: number,
): Promise<FileProcess | undefined> {
  const child = spawned(program, heap);
  if (child === undefined) return undefined;
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  await once(child, "spawn");
  const [input, , , output] = child.stdio;
  // If the process ends before it has read everything, its exit status tells why.
  input?.on("error", () => undefined);
  input?.end(request);
  return { output: untilBroken(output as Readable), ended, kill: () => child.kill("SIGKILL") };
}

function spawned(program: string, heap: number): ChildProcess | undefined {
  const megabytes = Math.ceil(heap / 2 ** 20);
  try {
    return spawn(process.execPath, [`--max-old-space-size=${megabytes}`, program], {
      // The store reports its own error, instead of V8's output on a crash.
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === FORBIDDEN) return undefined;
    throw error;
  }
}

/** Node's error code for a permission that the permission model denies. */
const FORBIDDEN = "ERR_ACCESS_DENIED";

async function* untilBroken(output: Readable): AsyncIterable<Uint8Array> {
  try {
    yield* output;
  } catch {
    // The child process has exited.
  }
}
