import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FILE_PROGRAM, type FileProcess, startProcess } from "./file-process.ts";

/**
 * Starts the process that reads files. Returns `undefined` if that is impossible: Node's permission model forbids it,
 * or the program file is missing because this package was bundled without it or runs from its sources.
 */
export async function startFileProcess(
  request: string,
  heap: number,
): Promise<FileProcess | undefined> {
  const program = fileURLToPath(new URL(`./${FILE_PROGRAM}`, import.meta.url));
  return existsSync(program) ? await startProcess(program, request, heap) : undefined;
}
