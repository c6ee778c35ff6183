import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ThreadSetup } from "../../src/stores/sql/sqlite/messages.ts";
import { startWorker as startSource } from "../../src/stores/sql/sqlite/start-worker.ts";
import { areBuilt, DIST } from "./built.ts";

const PROGRAM = "stores/sqlite-worker.js";
const isBuilt = areBuilt(PROGRAM);

/** Starts the thread of SQLite from `dist` if that is current: to read its sources takes half a second each time. */
export function startWorker(setup: ThreadSetup): Worker {
  if (!isBuilt) return startSource(setup);
  return new Worker(join(DIST, PROGRAM), { workerData: setup, execArgv: [] });
}
