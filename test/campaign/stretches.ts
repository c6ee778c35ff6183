import { readFileSync } from "node:fs";
import { expect } from "vitest";

// However long work takes, each stretch of it between two iterations of the event loop is short. The time of the processor
// counts, so that a busy machine does not matter.

/** A stretch takes some 15 ms; an iteration may contain the engine's own work, too. */
const MOST_MS = 40;

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

/** The stretches of work between the iterations of the event loop while something runs, the longest first. */
async function stretchesOf(run: () => Promise<unknown>): Promise<readonly number[]> {
  const stretches: number[] = [];
  let isOver = false;
  let last = worked();
  const look = (): void => {
    const now = worked();
    stretches.push(now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isOver = true;
  look();
  return stretches.sort((a, b) => b - a);
}

/** How often something is run again, whose stretches were long. */
const TRIES = 5;

/**
 * Expects that all stretches are short, but for one, which may contain a collection of garbage. What shares a core with
 * other work, or its cache, takes more of the processor's time: only what is long each time is too long.
 */
export async function expectShort(run: () => Promise<unknown>): Promise<void> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest >= MOST_MS; tries++) {
    const [, second = 0] = await stretchesOf(run);
    shortest = Math.min(shortest, second);
  }
  expect(shortest).toBeLessThan(MOST_MS);
}
