import { Worker } from "node:worker_threads";
import type { ThreadSetup } from "../../src/data/stores/sql/sqlite/sqlite-messages.ts";
import { threadProgram } from "./thread-program.ts";

let program: string | undefined;

/** Starts the thread of SQLite as the built package does. */
export function startWorker(setup: ThreadSetup): Worker {
  program ??= threadProgram("stores/sqlite-worker.js", "data/stores/sql/sqlite/sqlite-worker.ts");
  return new Worker(program, { workerData: setup, execArgv: [] });
}
