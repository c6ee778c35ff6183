import { expect, vi } from "vitest";
import { ScanPool } from "../../../src/stores/scans/scan-pool.ts";
import { startedThreads } from "../../harness/start-scan-thread.ts";
import { errorOf } from "../files/read-all.ts";

/** Has a pool do something, and closes it as soon as a thread has started. Returns the pool, and why that failed. */
export async function closedMeanwhile(
  work: (pool: ScanPool) => Promise<unknown>,
): Promise<{ readonly pool: ScanPool; readonly error: unknown }> {
  const pool = new ScanPool({ threads: 1, isEager: true });
  const before = startedThreads.length;
  const error = errorOf(work(pool));
  await vi.waitFor(() => expect(startedThreads.length).toBeGreaterThan(before));
  await pool.close();
  return { pool, error: await error };
}
