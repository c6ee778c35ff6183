import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { Row, Statement, StatementCall } from "../driver.ts";
import type { Batch, Session } from "./session.ts";
import type { Pool } from "./session-pool.ts";

export interface StreamOptions extends StatementCall {
  readonly batchRows: number;
  /** How long to wait for all rows together, in milliseconds. The reader's own time does not count. */
  readonly patienceMs: number;
}

/** Streams the rows of a statement, using a session of a pool. */
export async function* streamRows<S extends Session>(
  pool: Pool<S>,
  statement: Statement,
  signal: AbortSignal,
  { batchRows, patienceMs, owner, meter = { usedMs: 0 } }: StreamOptions,
): AsyncGenerator<readonly Row[], void> {
  const signals = [signal, pool.closing];
  const { clock } = pool;
  const error = (): StoreError =>
    new StoreError("timeout", `the rows took longer than ${patienceMs} ms`);
  // The time limit is that of the request, so its earlier statements count.
  const counted = async (batch: Promise<Batch>): Promise<Batch> => {
    const milliseconds = Math.max(0, patienceMs - meter.usedMs);
    const from = clock.now();
    try {
      return await withTimeout(batch, signals, { milliseconds, error, clock });
    } finally {
      meter.usedMs += clock.now() - from;
    }
  };
  for (let attempt = 1; ; attempt++) {
    const { session, isFresh, permit } = await pool.acquire(signal, owner);
    const cursor = session.select(statement, batchRows);
    let hasRows = false;
    let isLeft = false;
    const leave = (): void => {
      isLeft = true;
      pool.release(session, cursor.close());
    };
    try {
      for (;;) {
        const { rows, isLast } = await counted(cursor.next());
        if (rows.length > 0) {
          hasRows = true;
          permit.pause(leave);
          yield rows;
          permit.resume();
          if (isLeft) throw new StoreError("busy", "the reader was slow while others waited");
          for (const one of signals) one.throwIfAborted();
        }
        if (isLast) return;
      }
    } catch (error) {
      // A pooled connection that was lost while idle: the database may be well, so try once more.
      const isStale = !hasRows && !isFresh && session.isBroken && attempt === 1;
      if (!isStale || signals.some((one) => one.aborted)) throw error;
    } finally {
      if (!isLeft) leave();
    }
  }
}

/** Collects the rows of a small result. */
export async function allRows(batches: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const rows of batches) all.push(...rows);
  return all;
}
