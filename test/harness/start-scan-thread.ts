import { Worker } from "node:worker_threads";
import { SCAN_PROGRAM, type ScanThread } from "../../src/data/stores/scans/start-scan-thread.ts";
import { threadProgram } from "./thread-program.ts";

export {
  SCAN_PROGRAM,
  type ScanThread,
} from "../../src/data/stores/scans/start-scan-thread.ts";

let program: string | undefined;

/** Starts a thread of a pool as the built package does. */
export function startScanThread(): ScanThread {
  program ??= threadProgram(SCAN_PROGRAM, "data/stores/scans/scan-thread.ts");
  return new Worker(program, { execArgv: [] });
}
