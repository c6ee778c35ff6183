import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { NewTable, TableName, TableWriter } from "../driver.ts";
import { type NewColumn, newColumns, plainValue } from "../new-table.ts";
import type { Engine, TableFiller } from "./engine.ts";
import type { Session } from "./session.ts";

/**
 * Runs the steps of filling a table, for any database. After a failure, an abort, the store's end or `finish`, only
 * `end` follows.
 */
export async function fillTable<S extends Session>(
  engine: Engine<S>,
  table: TableName,
  options: NewTable,
  signal: AbortSignal,
): Promise<TableWriter> {
  signal.throwIfAborted();
  const { dialect, settings, pool, writers = pool } = engine;
  const columns = newColumns(options, dialect.definition);
  const { session } = await writers.acquire(signal);
  const { replace } = options;
  const waitMs = settings.timeoutMs;
  const signals = [signal, writers.closing];
  try {
    const { clock } = writers;
    const filling = { session, dialect, table, columns, replace, clock, waitMs };
    const filler = await engine.beginFilling(filling);
    return tableWriter(filler, columns, signals, () => writers.release(session));
  } catch (error) {
    writers.release(session);
    throw error;
  }
}

function tableWriter(
  filler: TableFiller,
  columns: readonly NewColumn[],
  signals: readonly AbortSignal[],
  release: () => void,
): TableWriter {
  /** The last step begun. */
  let last: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let isDecided = false;
  let isOver = false;
  /** The first error; the table lacks records since then. */
  let failure: unknown;
  let ending: Promise<void> | undefined;

  const expectWanted = (): void => {
    for (const signal of signals) signal.throwIfAborted();
  };
  const step = (work: () => Promise<void>): Promise<void> => {
    const begun = last.then(async () => {
      expectWanted();
      if (failure !== undefined) throw failure;
      if (isOver) throw new StoreError("setup", "the table is finished or abandoned");
      isRunning = true;
      await work();
    });
    last = begun
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        isRunning = false;
      });
    return begun;
  };
  const end = (): Promise<void> => {
    isOver = true;
    if (isRunning && !isDecided) filler.interrupt?.();
    ending ??= last.then(() => filler.end()).finally(release);
    return ending;
  };
  const stop = (): void => {
    end().catch(() => undefined);
  };
  for (const signal of signals) signal.addEventListener("abort", stop);
  const forget = (): void => {
    for (const signal of signals) signal.removeEventListener("abort", stop);
  };
  // The signal may have aborted while the filling began.
  if (signals.some((signal) => signal.aborted)) stop();

  return {
    write: (records) => {
      const written = step(async () => {
        if (records.length === 0) return;
        const rows = records.map((record) => columns.map((column) => plainValue(record, column)));
        await filler.write(rows);
      });
      return withTimeout(written, signals);
    },
    finish: async () => {
      const finished = step(() =>
        filler.finish(() => {
          expectWanted();
          isDecided = true;
        }),
      );
      try {
        await withTimeout(finished, signals);
      } catch (error) {
        if (!isDecided) throw error;
        // After the commit was sent, only the database knows the outcome.
        await finished;
      }
      forget();
      // The table is in place. If cleaning up fails, the next import does it.
      await end().catch(() => undefined);
    },
    abandon: () => {
      forget();
      return end();
    },
  };
}
