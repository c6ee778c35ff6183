import { Worker } from "node:worker_threads";
import type { ThreadSetup } from "./messages.ts";

/**
 * Starts the program of a thread. In the sources it is beside this file; in the built package it is in a folder below.
 */
export function startWorker(setup: ThreadSetup): Worker {
  const options = { workerData: setup, execArgv: [] };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./stores/sqlite-worker.js", import.meta.url), options);
  }
  // From the sources, as tests run it: not every Node reads TypeScript.
  const { href } = new URL("./worker.ts", import.meta.url);
  const program = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
  return new Worker(program, { ...options, eval: true });
}
