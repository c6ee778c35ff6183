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

/** Starts a thread of a pool from `dist` if that is current: to read its sources takes a second each time. */
export function startScanThread(): Worker {
  const worker = isBuilt ? new Worker(join(DIST, SCAN_PROGRAM), { execArgv: [] }) : startSource();
  startedThreads.push(worker);
  return worker;
}
