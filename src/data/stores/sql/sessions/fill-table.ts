import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { NewTable, TableName, TableWriter } from "../driver.ts";
import { type NewColumn, newColumns, plainValue } from "../new-table.ts";
import type { Engine, TableFiller } from "./engine.ts";
import type { Session } from "./session.ts";

/**
 * Fills a table, whatever the database: one step after the other; after a failure, an abort, the end of the store or
 * `finish`, no step follows but `end`.
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
  /** The last step that was begun. */
  let last: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let isDecided = false;
  let isOver = false;
  /** Why the table lacks some of its records. */
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
  // It may have been aborted while it began.
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
        // Only the database knows now which table is there.
        await finished;
      }
      forget();
      // The table is there: the next import clears away what is left now.
      await end().catch(() => undefined);
    },
    abandon: () => {
      forget();
      return end();
    },
  };
}
