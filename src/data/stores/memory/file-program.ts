import { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import type { FileRequest } from "./answer-request.ts";
import { OUTPUT } from "./file-process.ts";
import { watchMemory } from "./watch-memory.ts";

// The program of a process that reads files. A thread of it watches how much memory the process takes, because the main
// thread may stay in the code of a package for long.

type Watched = Pick<FileRequest, "memory" | "parent">;

async function main(): Promise<void> {
  const request = await text(process.stdin);
  const { memory, parent }: Watched = JSON.parse(request);
  const watched: Watched = { memory, parent };
  new Worker(fileURLToPath(import.meta.url), { workerData: watched, execArgv: [] }).unref();
  // The thread does not load what reads files.
  const { answerRequest } = await import("./answer-request.ts");
  const output = new Socket({ fd: OUTPUT, readable: false, writable: true });
  await answerRequest(request, output);
  output.end(() => process.exit());
}

// An exception of it ends the process.
if (isMainThread) main();
else {
  const { memory, parent }: Watched = workerData;
  watchMemory(memory, parent);
}
