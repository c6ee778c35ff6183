/**
 * Calls a function that the user of the library gave. If it throws, or its promise rejects, that is a warning of the
 * process and changes nothing here. Resolves when the call is over.
 */
export async function callBack(callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    warn(error);
  }
}

/** The messages that were told: a logger that always throws must not fill the standard error. */
const told = new Set<string>();
const MOST_TOLD = 100;

function warn(error: unknown): void {
  const message = `a callback failed: ${error instanceof Error ? error.message : String(error)}`;
  if (told.size >= MOST_TOLD || told.has(message)) return;
  told.add(message);
  process.emitWarning(message, { type: "IsoformWarning" });
}
