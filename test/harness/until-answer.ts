import { setTimeout as sleep } from "node:timers/promises";

/** A wait that is in vain fails before its test does, and says what it waited for. */
const MOST_MS = 25_000;
const BETWEEN_MS = 20;

/**
 * Asks a database or another program, which tells of no change, again and again until the answer is one that is waited for.
 *
 * @param what for the message of a wait in vain
 */
export async function untilAnswer<T>(
  what: string,
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean,
): Promise<T> {
  const end = performance.now() + MOST_MS;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > end) {
      throw new Error(`waited in vain for ${what}: the last answer was ${JSON.stringify(answer)}`);
    }
    await sleep(BETWEEN_MS);
  }
}
