import type { Clock } from "../../data/stores/clock.ts";

/** Calls back at an interval, until the returned function is called. It does not keep the program running. */
export function every(ms: number, callback: () => void, clock: Clock): () => void {
  let cancel = (): void => undefined;
  let isCancelled = false;
  const wait = (): void => {
    cancel = clock.after(
      ms,
      () => {
        callback();
        if (!isCancelled) wait();
      },
      false,
    );
  };
  wait();
  return () => {
    isCancelled = true;
    cancel();
  };
}
