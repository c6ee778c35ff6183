import { Worker } from "node:worker_threads";
import type { ScanSliceDone, ToThread } from "./scan-messages.ts";

/** The path of the thread's program, relative to the built file that holds this function. */
export const SCAN_PROGRAM = "stores/scan-thread.js";

/** The part of a `Worker` that the pool uses. */
export interface ScanThread {
  postMessage(message: ToThread): void;
  on(event: "message", listener: (done: ScanSliceDone) => void): unknown;
  on(event: "error" | "exit", listener: () => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** Starts a thread that searches columns. */
export function startScanThread(): ScanThread {
  const options = { execArgv: [] };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL(`./${SCAN_PROGRAM}`, import.meta.url), options);
  }
  // When run from the sources, as in tests: not every Node reads TypeScript.
  const { href } = new URL("./scan-thread.ts", import.meta.url);
  const program = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
  return new Worker(program, { ...options, eval: true });
}
