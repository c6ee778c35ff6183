import { EXIT_CODES } from "../failure.ts";

/** Resolves with the first signal to end; the second ends the program at once. */
export function untilStopped(onStop: () => void): Promise<void> {
  let isStopping = false;
  return new Promise((resolve) => {
    const stop = (): void => {
      if (isStopping) process.exit(EXIT_CODES.interrupted.code);
      isStopping = true;
      onStop();
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
