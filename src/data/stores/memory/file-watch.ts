import { type Clock, every, SYSTEM_CLOCK } from "../clock.ts";

/** The polling interval in milliseconds. Not every file system reports changes, so files are looked at instead. */
const LOOK_EVERY = 1000;

/** Calls back when files may have changed, until it is closed. */
export type WatchFiles = (onSign: () => Promise<void>) => { close(): void };

/** Calls back at a polling interval, until it is closed. It does not keep a program running. */
export function pollFiles(onSign: () => unknown, clock: Clock = SYSTEM_CLOCK): { close(): void } {
  return { close: every(LOOK_EVERY, onSign, clock) };
}
