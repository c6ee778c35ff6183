import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  SCAN_PROGRAM,
  startScanThread as startSource,
} from "../../src/stores/scans/start-scan-thread.ts";
import { areBuilt, DIST } from "./built.ts";

const isBuilt = areBuilt(SCAN_PROGRAM);

/** The threads that were started, the newest at the end. */
export const startedThreads: Worker[] = [];

/** What becomes of threads that are started. */
export const starting: { fate: "lives" | "is forbidden" | "dies at once" } = { fate: "lives" };

/** Starts a thread of a pool from `dist` if that is current: to read its sources takes a second each time. */
export function startScanThread(): Worker {
  if (starting.fate === "is forbidden") throw new Error("threads are forbidden");
  if (starting.fate === "dies at once") return new Worker("process.exit(1)", { eval: true });
  const worker = isBuilt ? new Worker(join(DIST, SCAN_PROGRAM), { execArgv: [] }) : startSource();
  startedThreads.push(worker);
  return worker;
}
