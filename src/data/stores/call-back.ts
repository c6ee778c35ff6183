/**
 * Calls a callback of the library's user. If it throws or rejects, the error becomes a process warning and is otherwise
 * ignored. Resolves when the callback has finished.
 */
export async function callBack(callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    warn(error);
  }
}

/** Warnings already emitted: a logger that always throws must not fill standard error. */
const told = new Set<string>();
const MOST_TOLD = 100;

function warn(error: unknown): void {
  const message = `a callback failed: ${error instanceof Error ? error.message : String(error)}`;
  if (told.size >= MOST_TOLD || told.has(message)) return;
  told.add(message);
  process.emitWarning(message, { type: "IsoformWarning" });
}
