import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";
import { ScanPool, type ScanPoolOptions } from "../../../../src/data/stores/scans/scan-pool.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { type ScanThread, startScanThread } from "../../../harness/start-scan-thread.ts";
import { SteppedThreads } from "../../../harness/stepped-threads.ts";

/** A pool that is closed after the test. */
export function poolOf(options: ScanPoolOptions): ScanPool {
  const pool = ScanPool.open(options);
  onTestFinished(() => pool.close());
  return pool;
}

/** A pool that searches every table from the first row on, and whose threads and time the test moves. */
export function steppedPool(count: number): {
  readonly pool: ScanPool;
  readonly threads: SteppedThreads;
  readonly clock: ManualClock;
} {
  const clock = new ManualClock();
  const threads = new SteppedThreads(clock);
  const { start } = threads;
  const pool = poolOf({ threads: count, isEager: true, start, clock });
  return { pool, threads, clock };
}

/** A pool for work that takes longer than a moment: with each look at the clock, some milliseconds pass. */
export function slowPool(count: number): ScanPool {
  return poolOf({ threads: count, start: startScanThread, clock: new ManualClock(3) });
}

/** How the start of a thread can go wrong. */
export const WRONG_STARTS: Readonly<Record<string, () => ScanThread>> = {
  "is forbidden": () => {
    throw new Error("threads are forbidden");
  },
  "dies at once": () => new Worker("process.exit(1)", { eval: true }),
};

/** Starts real threads, of which the first one to get a number of messages of a kind is ended. */
export function dyingThreads(kind: string, count: number): () => ScanThread {
  let messages = 0;
  return () => {
    const thread = startScanThread();
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message) => {
      post(message);
      if (message.kind === kind && ++messages === count) thread.terminate();
    };
    return thread;
  };
}
