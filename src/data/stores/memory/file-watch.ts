import { type Clock, SYSTEM_CLOCK } from "../clock.ts";

/** The polling interval in milliseconds. Not every file system reports changes, so files are looked at instead. */
const LOOK_EVERY = 1000;

/** Calls back when files may have changed, until it is closed. */
export type WatchFiles = (onSign: () => Promise<void>) => { close(): void };

/** Calls back at a polling interval, until it is closed. It does not keep a program running. */
export function pollFiles(onSign: () => unknown, clock: Clock = SYSTEM_CLOCK): { close(): void } {
  const look = (): void => {
    cancel = clock.after(LOOK_EVERY, look, false);
    onSign();
  };
  let cancel = clock.after(LOOK_EVERY, look, false);
  return { close: () => cancel() };
}
