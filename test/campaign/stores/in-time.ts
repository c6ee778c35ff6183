import { StoreError } from "../../../src/data/stores/store.ts";

const MOST_TRIES = 30;

/** What a short statement gives. It is tried again if it takes longer than the store's own limit, as on a busy machine it may. */
export async function inTime<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const isLate = error instanceof StoreError && error.code === "timeout";
      if (!isLate || tries === MOST_TRIES) throw error;
    }
  }
}
