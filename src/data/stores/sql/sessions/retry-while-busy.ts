import type { Clock } from "../../clock.ts";
import { StoreError } from "../../store.ts";

const BETWEEN_MS = 200;

/**
 * Repeats a statement that needs an exclusive lock until it succeeds. Each attempt waits only briefly: new readers
 * queue behind a waiting lock request.
 *
 * @param waitMs the total time limit in milliseconds
 * @param expectWanted called before each attempt; throws if the statement is no longer wanted
 */
export async function retryWhileBusy(
  attempt: () => Promise<unknown>,
  { clock, waitMs, expectWanted }: Retrying,
): Promise<void> {
  const deadline = clock.now() + waitMs;
  for (;;) {
    expectWanted();
    try {
      await attempt();
      return;
    } catch (error) {
      const isBusy = error instanceof StoreError && error.code === "busy";
      if (!isBusy || clock.now() > deadline) throw error;
      await new Promise<void>((resolve) => clock.after(BETWEEN_MS, resolve));
    }
  }
}

interface Retrying {
  readonly clock: Clock;
  readonly waitMs: number;
  readonly expectWanted: () => void;
}
