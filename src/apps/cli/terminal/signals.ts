import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import type { Host } from "./host.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs work that would leave something behind if the program just ended. The first signal aborts the work's
 * `AbortSignal`. The second one ends the program at once.
 *
 * @param said the message to print after an interruption, when the cleanup is done
 * @throws {@link Failure} of kind `interrupted` if the work was interrupted
 */
export async function interruptible<T>(
  host: Host,
  said: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) host.exit(EXIT_CODES.interrupted.code);
    controller.abort(new CliFailure("interrupted", said));
  };
  for (const name of SIGNALS) host.on(name, onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    // The abort caused the failure.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    for (const name of SIGNALS) host.off(name, onSignal);
  }
}

/** Resolves at the first signal. The second one ends the program at once. */
export function untilStopped(host: Host, onStop: () => void): Promise<void> {
  let isStopping = false;
  return new Promise((resolve) => {
    for (const name of SIGNALS) {
      host.on(name, () => {
        if (isStopping) host.exit(EXIT_CODES.interrupted.code);
        isStopping = true;
        onStop();
        resolve();
      });
    }
  });
}
