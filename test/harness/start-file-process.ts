import {
  FILE_PROGRAM,
  type FileProcess,
  startProcess,
} from "../../src/data/stores/memory/file-process.ts";
import { threadProgram } from "./thread-program.ts";

let program: string | undefined;

/** Starts a process that reads files, as the built package does. */
export async function startFileProcess(
  request: string,
  heap: number,
): Promise<FileProcess | undefined> {
  program ??= threadProgram(FILE_PROGRAM, "data/stores/memory/file-program.ts");
  return await startProcess(program, request, heap);
}
