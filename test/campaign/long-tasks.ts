import { readFileSync } from "node:fs";
import { setImmediate as nextIteration } from "node:timers/promises";
import { expectBelow } from "./figures.ts";

// However long work takes, it is divided into tasks of some 15 ms, with other work of the event loop between them. The time of
// the processor counts, so that a busy machine hardly matters.

/** Work that is not divided takes longer. */
const MARGIN_MS = 250;
/** How often work is repeated whose longest task was long: what shares a core, or its cache, with other work takes longer. */
const TRIES = 3;
const USUAL_MS = 40;

const TIMES = "/proc/thread-self/schedstat";

/** The milliseconds that this thread has worked, or the process if the platform does not tell. */
export function worked(): number {
  try {
    return Number(readFileSync(TIMES, "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

/** The longest task. It may contain a garbage collection, which is far below the margin. */
async function longestTask(run: () => Promise<unknown>): Promise<number> {
  const tasks: number[] = [];
  let isOver = false;
  let last = worked();
  const running = run().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextIteration();
    const now = worked();
    tasks.push(now - last);
    last = now;
  }
  await running;
  return Math.max(...tasks);
}

/** Prints how long the tasks of some work are, and expects them to be short. */
export async function expectShortTasks(what: string, run: () => Promise<unknown>): Promise<void> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest >= USUAL_MS; tries++) {
    shortest = Math.min(shortest, await longestTask(run));
  }
  expectBelow(`${what}: the longest task`, shortest, MARGIN_MS, "ms");
}
