import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** The program that reads files in the built package, below the file that holds the function which starts it. */
export const FILE_PROGRAM = "stores/file-process.js";

/** The descriptor that the program writes to. Packages may print to the usual ones. */
export const OUTPUT = 3;

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that reads files. */
export interface FileProcess {
  /** What it writes; an error in reading it is its end. */
  readonly output: AsyncIterable<Uint8Array>;
  readonly ended: Promise<ProcessEnd>;
  kill(): void;
}

/**
 * Starts a process; returns `undefined` if Node's permission model forbids that.
 *
 * @param program the path of its program
 * @param request what it reads from its standard input
 * @param heap the most bytes of its heap
 * @throws `Error` if the system refuses it
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
  // A process that ends before it has read everything says so by its end.
  input?.on("error", () => undefined);
  input?.end(request);
  return { output: untilBroken(output as Readable), ended, kill: () => child.kill("SIGKILL") };
}

function spawned(program: string, heap: number): ChildProcess | undefined {
  const megabytes = Math.ceil(heap / 2 ** 20);
  try {
    return spawn(process.execPath, [`--max-old-space-size=${megabytes}`, program], {
      // The error of the store replaces the output of V8 when it dies.
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === FORBIDDEN) return undefined;
    throw error;
  }
}

/** The code of what the permission model forbids. */
const FORBIDDEN = "ERR_ACCESS_DENIED";

async function* untilBroken(output: Readable): AsyncIterable<Uint8Array> {
  try {
    yield* output;
  } catch {
    // The other end died.
  }
}
