import type { Dialect } from "../../../../backends/sql/sql-filter.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import type { Clock } from "../../clock.ts";
import type { Row, Statement, TableDescription, TableName } from "../driver.ts";
import type { NewColumn } from "../new-table.ts";
import type { Session } from "./session.ts";
import type { Pool } from "./session-pool.ts";
import type { StatementLimits } from "./statement-limits.ts";

/** Runs a statement that has few rows. */
export type Ask = (statement: Statement) => Promise<readonly Row[]>;

/** What each database does in its own way. */
export interface Engine<S extends Session> {
  readonly dialect: Dialect;
  /** The dialect for tables whose rows are on several servers, if there are such tables. */
  readonly distributed?: Dialect;
  readonly settings: StatementLimits;
  readonly pool: Pool<S>;
  /** Sessions that may write, if those of `pool` only read. */
  readonly writers?: Pool<S>;
  /** How long rows are waited for, in milliseconds: longer than the database itself gives a statement. */
  readonly patienceMs: number;
  /** A statement that shows whether the database answers. */
  readonly probe: string;
  describe(ask: Ask, table: TableName): Promise<TableDescription>;
  /** Begins to fill a table; see {@link TableFiller}. If it fails it leaves nothing behind. */
  beginFilling(filling: Filling<S>): Promise<TableFiller>;
  /** Frees what is left when all sessions have ended. */
  close?(): Promise<void>;
}

/** A table that is to be filled, and the session for it. */
export interface Filling<S> {
  readonly session: S;
  readonly dialect: Dialect;
  readonly table: TableName;
  readonly columns: readonly NewColumn[];
  readonly replace: boolean;
  readonly clock: Clock;
  /** How long to wait for others who read the table that is replaced, in milliseconds. */
  readonly waitMs: number;
}

/**
 * The steps in which a database fills a table; each is called when the one before has ended. Their errors are a
 * `StoreError`.
 */
export interface TableFiller {
  /** @param rows values in the order of the columns */
  write(rows: readonly (readonly Plain[])[]): Promise<void>;
  /**
   * Puts the table in its place.
   *
   * @param decide to be called before the statement that decides whether the table is there; it throws if nobody wants
   * the table any more
   */
  finish(decide: () => void): Promise<void>;
  /** Makes the step that runs fail soon, if it can. */
  interrupt?(): void;
  /** Clears away what is left, after the last step, whether it succeeded or not. Called once. */
  end(): Promise<void>;
}
