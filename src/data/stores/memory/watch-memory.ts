import { SYSTEM_CLOCK } from "../clock.ts";

/** How often it looks, in milliseconds: a program fills some tens of megabytes in this time. */
const PERIOD_MS = 20;

/** The signal that ends a process which takes too much memory. The system sends SIGKILL if it has none left. */
export const TOO_MUCH_MEMORY = "SIGTERM";

/**
 * Ends the process as soon as it takes more memory than it may, or the process that started it is gone.
 *
 * @param most how many bytes it may take beside those that it takes now
 * @param parent the process that started it
 */
export function watchMemory(most: number, parent: number): void {
  const atFirst = process.memoryUsage.rss();
  const look = (): void => {
    const isTooMuch = process.memoryUsage.rss() - atFirst > most;
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, TOO_MUCH_MEMORY);
    SYSTEM_CLOCK.after(PERIOD_MS, look);
  };
  look();
}
