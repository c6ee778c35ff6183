import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** What is in use, in mebibytes: objects, and what buffers hold outside of them. */
export function memoryInUse(): number {
  if (typeof collect === "function") {
    collect();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Connections, compressors and so on that are open, by their kinds. */
export function openHandles(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Timers come and go, with the test runner's own.
    if (!/Timeout|Immediate/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Waits until something is so; the test's own time limit ends it otherwise. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
