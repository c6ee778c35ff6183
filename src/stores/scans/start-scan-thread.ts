import { Worker } from "node:worker_threads";

/** The program of a thread in the built package, below the file that holds this function. */
export const SCAN_PROGRAM = "stores/scan-thread.js";

/** Starts a thread that searches columns. */
export function startScanThread(): Worker {
  const options = { execArgv: [] };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL(`./${SCAN_PROGRAM}`, import.meta.url), options);
  }
  // From the sources, as tests run it: not every Node reads TypeScript.
  const { href } = new URL("./thread.ts", import.meta.url);
  const program = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
  return new Worker(program, { ...options, eval: true });
}
