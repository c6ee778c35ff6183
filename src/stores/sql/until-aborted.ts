/** What a promise gives, unless the signal aborts before: then its reason is thrown at once. */
export async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  // It may fail after the signal did, when nobody looks any more.
  answer.catch(() => undefined);
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
