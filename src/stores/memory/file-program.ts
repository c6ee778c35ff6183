import { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { OUTPUT } from "./file-process.ts";
import { watchMemory } from "./watch-memory.ts";

// The program of a process that reads files. A thread of it watches how much memory the process takes, because the main
// thread may stay in the code of a package for long.

async function main(): Promise<void> {
  const request = await text(process.stdin);
  const { memory } = JSON.parse(request);
  new Worker(fileURLToPath(import.meta.url), { workerData: memory, execArgv: [] }).unref();
  // The thread does not load what reads files.
  const { answerRequest } = await import("./answer-request.ts");
  const output = new Socket({ fd: OUTPUT, readable: false, writable: true });
  await answerRequest(request, output);
  output.end(() => process.exit());
}

if (isMainThread) await main();
else watchMemory(Number(workerData));
