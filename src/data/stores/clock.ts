/**
 * The clock of pools, queues and time slices. Tests pass one that they advance themselves. Sessions, threads, locks of
 * files and pipes wait for something outside of this program, which has its own clock, so they use the system's.
 */
export interface Clock {
  /** Milliseconds since an arbitrary moment. Never decreases. */
  now(): number;
  /**
   * Calls back once, after a number of milliseconds. Returns a function that cancels the timer.
   *
   * @param keepsRunning `false` if the timer must not keep the process alive
   */
  after(ms: number, callback: () => void, keepsRunning?: boolean): () => void;
}

/** The longest delay of a timer in Node; a longer one fires at once. */
const LONGEST_MS = 0x7fff_ffff;

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (ms, callback, keepsRunning = true) => {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS));
    if (!keepsRunning) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after a number of milliseconds; rejects with the signal's reason if it aborts before. */
export function delay(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    const abort = (): void => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
  });
}

/** Calls back at an interval, until the returned function is called. It does not keep the program running. */
export function every(ms: number, callback: () => unknown, clock: Clock): () => void {
  const next = (): void => {
    cancel = clock.after(ms, next, false);
    callback();
  };
  let cancel = clock.after(ms, next, false);
  return () => cancel();
}
