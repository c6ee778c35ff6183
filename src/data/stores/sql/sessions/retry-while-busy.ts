import type { Clock } from "../../clock.ts";
import { StoreError } from "../../store.ts";

const BETWEEN_MS = 200;

/**
 * Tries a statement that needs a table without readers, until it has no readers. Each try waits for a short time only: behind one
 * long wait, every new reader would have to wait too.
 *
 * @param waitMs how long to try, in milliseconds
 * @param expectWanted called before each try; throws if nobody wants it any more
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
