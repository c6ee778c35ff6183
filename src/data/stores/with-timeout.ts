import { type Clock, SYSTEM_CLOCK } from "./clock.ts";

export interface TimeLimit {
  readonly milliseconds: number;
  /** Creates the error for a timeout. */
  readonly error: () => Error;
  readonly clock?: Clock;
}

/**
 * Awaits a promise until a signal aborts or the time is over. The promise itself continues; a later rejection is
 * ignored.
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
