import { parentPort } from "node:worker_threads";
import { vectorMemory } from "../../../backends/columns/wasm/vector-memory.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import type { ToThread } from "./scan-messages.ts";
import { ScanProgram } from "./scan-program.ts";

// All threads read the same shared columns, so none caches a copy of them.
vectorMemory()?.keepNoColumns();

const program = new ScanProgram(SYSTEM_CLOCK);

parentPort?.on("message", async (message: ToThread) => {
  const done = await program.receive(message);
  if (done !== undefined) parentPort?.postMessage(done);
});
