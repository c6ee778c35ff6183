/** Waits for a promise until a signal aborts, and then rejects with its reason; what the promise does after that is nobody's business. */
export function until<T>(
  promise: Promise<T>,
  signals: readonly AbortSignal[],
  limit?: { readonly milliseconds: number; readonly error: () => Error },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      settle();
      reject(signals.find((signal) => signal.aborted)?.reason);
    };
    promise.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    if (limit !== undefined) {
      timer = setTimeout(() => {
        settle();
        reject(limit.error());
      }, limit.milliseconds);
    }
    for (const signal of signals) signal.addEventListener("abort", abort);
    if (signals.some((signal) => signal.aborted)) abort();
  });
}
