import { SYSTEM_CLOCK } from "../clock.ts";

/** The polling interval in milliseconds. A program can allocate tens of megabytes in this time. */
const PERIOD_MS = 20;

/** The signal that ends a process over its memory limit. The system sends SIGKILL if it has no memory left. */
export const TOO_MUCH_MEMORY = "SIGTERM";

/**
 * Ends the process as soon as it exceeds its memory limit, or its parent is gone.
 *
 * @param most the limit in bytes, in addition to the current memory
 * @param parent the process id of the parent
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
