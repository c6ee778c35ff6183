import type { Plain } from "../../../values/plain.ts";
import { StoreError } from "../../store.ts";
import type { TableWriter } from "../driver.ts";
import { type NewColumn, plainValue } from "../new-table.ts";
import { until } from "./until.ts";

/** What a database does to fill a table; each is called when the one before has ended. Errors are a `StoreError`. */
export interface TableFiller {
  /** @param rows values in the order of the columns */
  write(rows: readonly (readonly Plain[])[]): Promise<void>;
  /** @param decide to be called before what makes the new table be there, or not: it throws where it is not wanted any more. */
  finish(decide: () => void): Promise<void>;
  /** Called once, after `finish` failed or instead of it, and after `finish` succeeded too. */
  end(): Promise<void>;
}

/** A table's writer as its users know it: what was aborted, closed or finished does no more. */
export function tableWriter(
  filler: TableFiller,
  columns: readonly NewColumn[],
  signals: readonly AbortSignal[],
): TableWriter {
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;
  /** A table without some of its records is none. */
  let failure: unknown;
  let ending: Promise<void> | undefined;

  const end = (): Promise<void> => {
    isOver = true;
    ending ??= last.then(() => filler.end());
    return ending;
  };
  const expectWanted = (): void => {
    for (const signal of signals) signal.throwIfAborted();
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(async () => {
      expectWanted();
      if (isOver) throw new StoreError("setup", "the table is finished or abandoned");
      if (failure !== undefined) throw failure;
      await work();
    });
    last = turn.catch((error: unknown) => {
      failure ??= error;
    });
    return turn;
  };
  const stop = (): void => {
    end().catch(() => undefined);
  };
  for (const signal of signals) signal.addEventListener("abort", stop);
  const forget = (): void => {
    for (const signal of signals) signal.removeEventListener("abort", stop);
  };

  return {
    write: (records) => {
      const turn = inTurn(async () => {
        if (records.length === 0) return;
        await filler.write(
          records.map((record) => columns.map((column) => plainValue(record, column))),
        );
      });
      return until(turn, signals);
    },
    finish: async () => {
      let isDecided = false;
      const turn = inTurn(() =>
        filler.finish(() => {
          expectWanted();
          isDecided = true;
        }),
      );
      try {
        await until(turn, signals);
      } catch (error) {
        if (!isDecided) throw error;
        // Nobody knows which table is there before the database says so.
        await turn;
      }
      forget();
      // The table is there: what could not be cleared away is left to the next import.
      await end().catch(() => undefined);
    },
    abandon: () => {
      forget();
      return end();
    },
  };
}
