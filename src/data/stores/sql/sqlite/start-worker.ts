import { Worker } from "node:worker_threads";
import type { ThreadRequest, ThreadResponse, ThreadSetup } from "./sqlite-messages.ts";

/** A thread as its session sees it: the part of a `Worker` that is used. */
export interface SqliteThread {
  postMessage(request: ThreadRequest): void;
  on(event: "message", listener: (answer: ThreadResponse) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "exit", listener: () => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/**
 * Starts the program of a thread. In the sources it is beside this file; in the built package it is in a folder below.
 */
export function startWorker(setup: ThreadSetup): SqliteThread {
  const options = { workerData: setup, execArgv: [] };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./stores/sqlite-worker.js", import.meta.url), options);
  }
  // From the sources, as tests run it: not every Node reads TypeScript.
  const { href } = new URL("./sqlite-worker.ts", import.meta.url);
  const program = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
  return new Worker(program, { ...options, eval: true });
}
