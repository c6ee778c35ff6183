import { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import type { FileRequest } from "./answer-request.ts";
import { OUTPUT } from "./file-process.ts";
import { watchMemory } from "./watch-memory.ts";

// The program of the process that reads files. A separate thread watches the memory, since the main thread may be busy
// in a package's code for a long time.

type Watched = Pick<FileRequest, "memory" | "parent">;

async function main(): Promise<void> {
  const request = await text(process.stdin);
  const { memory, parent }: Watched = JSON.parse(request);
  const watched: Watched = { memory, parent };
  new Worker(fileURLToPath(import.meta.url), { workerData: watched, execArgv: [] }).unref();
  // Imported lazily: the watching thread does not need the readers.
  const { answerRequest } = await import("./answer-request.ts");
  const output = new Socket({ fd: OUTPUT, readable: false, writable: true });
  await answerRequest(request, output);
  output.end(() => process.exit());
}

// An exception ends the process.
if (isMainThread) main();
else {
  const { memory, parent }: Watched = workerData;
  watchMemory(memory, parent);
}
