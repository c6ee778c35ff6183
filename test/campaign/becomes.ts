import { setTimeout as sleep } from "node:timers/promises";

const MOST_MS = 120_000;
const EVERY_MS = 20;

/** Asks again and again until the answer is the wanted one, and fails after some minutes. */
export async function becomes<T>(
  what: string,
  ask: () => T | Promise<T>,
  wanted: NoInfer<T> | ((answer: T) => boolean),
): Promise<void> {
  const end = performance.now() + MOST_MS;
  for (;;) {
    const answer = await ask();
    const isWanted = wanted instanceof Function ? wanted(answer) : answer === wanted;
    if (isWanted) return;
    if (performance.now() > end) throw new Error(`${what}: still ${String(answer)}`);
    await sleep(EVERY_MS);
  }
}
