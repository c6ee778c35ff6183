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
const reported = new Set<string>();
const MOST_REPORTED = 100;

function warn(error: unknown): void {
  const message = `a callback failed: ${error instanceof Error ? error.message : String(error)}`;
  if (reported.size >= MOST_REPORTED || reported.has(message)) return;
  reported.add(message);
  process.emitWarning(message, { type: "IsoformWarning" });
}
