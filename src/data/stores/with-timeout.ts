import { type Clock, SYSTEM_CLOCK } from "./clock.ts";

/** How long a promise is waited for. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** Makes the error for a promise that is too late. */
  readonly error: () => Error;
  readonly clock?: Clock;
}

/**
 * Waits for a promise, unless a signal aborts or it takes too long. The promise itself goes on; an error that it ends
 * with later is ignored.
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  signals: readonly AbortSignal[],
  limit?: TimeLimit,
): Promise<T> {
  let forget = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signals.find((signal) => signal.aborted)?.reason);
    const cancel = limit && timerOf(limit, reject);
    for (const signal of signals) signal.addEventListener("abort", abort);
    forget = (): void => {
      cancel?.();
      for (const signal of signals) signal.removeEventListener("abort", abort);
    };
    if (signals.some((signal) => signal.aborted)) abort();
  });
  try {
    return await Promise.race([stopped, promise]);
  } finally {
    forget();
  }
}

function timerOf(
  { milliseconds, error, clock = SYSTEM_CLOCK }: TimeLimit,
  reject: (error: Error) => void,
): () => void {
  return clock.after(milliseconds, () => reject(error()));
}
