import type { Dialect } from "../../../sql/filter.ts";
import type { NewTable, TableName, TableWriter } from "../driver.ts";
import { type NewColumn, newColumns } from "../new-table.ts";
import type { Pool } from "./pool.ts";
import type { Session } from "./session.ts";
import { type TableFiller, tableWriter } from "./table-writer.ts";

/** What a database needs to begin to fill a table. */
export interface Filling<S> {
  readonly session: S;
  readonly dialect: Dialect;
  readonly table: TableName;
  readonly columns: readonly NewColumn[];
  readonly replace: boolean;
  /** How long the table that is replaced may be read by others until this gives up. */
  readonly waitMs: number;
  /** Gives the session back. */
  readonly release: () => void;
}

interface FillOptions<S extends Session> {
  readonly pool: Pool<S>;
  readonly dialect: Dialect;
  readonly waitMs: number;
  readonly begin: (filling: Filling<S>) => Promise<TableFiller>;
  /** Makes a session usable after `begin` failed, where that takes anything. */
  readonly mend?: (session: S) => Promise<void>;
}

/** Fills a new table on a session of its own. */
export async function fillTable<S extends Session>(
  { pool, dialect, waitMs, begin, mend }: FillOptions<S>,
  table: TableName,
  options: NewTable,
  signal: AbortSignal,
): Promise<TableWriter> {
  signal.throwIfAborted();
  const columns = newColumns(options, dialect.definition);
  const { session } = await pool.acquire(signal);
  const release = (): void => pool.release(session);
  const { replace } = options;
  try {
    const filler = await begin({ session, dialect, table, columns, replace, waitMs, release });
    return tableWriter(filler, columns, [signal, pool.closing]);
  } catch (error) {
    pool.release(session, mend?.(session));
    throw error;
  }
}
