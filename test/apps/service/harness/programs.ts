import { execFile, execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Need } from "../../../harness/extent.ts";

/** A program of this machine; `undefined` where it is not there. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** What a program prints, fed with some bytes. */
export function runProgram(
  path: string,
  args: readonly string[],
  input: Buffer = Buffer.alloc(0),
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      path,
      [...args],
      { encoding: "buffer", maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${path}: ${error.message}\n${stderr.toString()}`));
      },
    );
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** What tests with a program need. */
export function neededProgram(name: string, path: string | undefined): Need {
  return { missing: path === undefined ? `${name} is not installed` : undefined };
}

/** What tests with a named pipe need. */
export const NAMED_PIPES = neededProgram("mkfifo", findProgram("mkfifo"));

/** Makes a named pipe. Who reads it waits until somebody writes. */
export function makePipe(path: string): void {
  execFileSync("mkfifo", [path]);
}
