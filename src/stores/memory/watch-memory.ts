import { SYSTEM_CLOCK } from "../clock.ts";

/** How often it looks, in milliseconds: a program fills some tens of megabytes in this time. */
const PERIOD_MS = 20;

/** Ends the process as soon as it takes so many bytes more than now, or the process that started it is gone. */
export function watchMemory(most: number): void {
  const atFirst = process.memoryUsage.rss();
  const parent = process.ppid;
  const look = (): void => {
    const isTooMuch = process.memoryUsage.rss() - atFirst > most;
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    SYSTEM_CLOCK.after(PERIOD_MS, look);
  };
  look();
}
