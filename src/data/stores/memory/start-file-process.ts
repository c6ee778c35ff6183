import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FILE_PROGRAM, type FileProcess, startProcess } from "./file-process.ts";

/**
 * Starts a process that reads files. Returns `undefined` if there can be none: Node's permission model forbids it, or the
 * program is not there, because this package was bundled without it or runs from its sources.
 */
export async function startFileProcess(
  request: string,
  heap: number,
): Promise<FileProcess | undefined> {
  const program = fileURLToPath(new URL(`./${FILE_PROGRAM}`, import.meta.url));
  return existsSync(program) ? await startProcess(program, request, heap) : undefined;
}
