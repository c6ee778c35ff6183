import { readFileSync } from "node:fs";
import { expect } from "vitest";

// However long work takes, each stretch of it between two turns of the event loop is short. The time of the processor
// counts, so that a busy machine does not matter.

/** A stretch takes some 15 ms; a turn may contain the engine's own work, too. */
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

/** The stretches of work between the turns of the event loop while something runs, the longest first. */
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

/** Expects that all stretches are short, but for one, which may contain a collection of garbage. */
export async function expectShort(run: () => Promise<unknown>): Promise<void> {
  const [, second = 0] = await stretchesOf(run);
  expect(second).toBeLessThan(MOST_MS);
}
