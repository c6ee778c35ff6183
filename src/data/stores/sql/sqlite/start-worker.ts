import { Worker } from "node:worker_threads";
import type { ThreadRequest, ThreadResponse, ThreadSetup } from "./sqlite-messages.ts";

/** The part of a `Worker` that a session uses. */
export interface SqliteThread {
  postMessage(request: ThreadRequest): void;
  on(event: "message", listener: (answer: ThreadResponse) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "exit", listener: () => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** Starts a thread. Its program is beside this file in the sources, and in a folder below in the built package. */
export function startWorker(setup: ThreadSetup): SqliteThread {
  const options = { workerData: setup, execArgv: [] };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./stores/sqlite-worker.js", import.meta.url), options);
  }
  // When run from the sources, as in tests: not every Node reads TypeScript.
  const { href } = new URL("./sqlite-worker.ts", import.meta.url);
  const program = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
  return new Worker(program, { ...options, eval: true });
}
