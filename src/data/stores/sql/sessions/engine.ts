import type { DescribeOptions } from "../../../../backends/sql/describe/describe-options.ts";
import type { Dialect } from "../../../../backends/sql/dialect.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import type { Clock } from "../../clock.ts";
import type { Row, Statement, TableDescription, TableName } from "../driver.ts";
import type { NewColumn } from "../new-table.ts";
import type { Session } from "./session.ts";
import type { Pool } from "./session-pool.ts";
import type { StatementLimits } from "./statement-limits.ts";

/** Runs a statement with a small result. */
export type Ask = (statement: Statement) => Promise<readonly Row[]>;

/** The operations that differ between databases. */
export interface Engine<S extends Session> {
  readonly dialect: Dialect;
  /** The dialect for distributed tables, if the database supports them. */
  readonly distributed?: Dialect;
  readonly settings: StatementLimits;
  readonly pool: Pool<S>;
  /** Sessions for writing, if those of `pool` are read-only. */
  readonly writers?: Pool<S>;
  /** How long to wait for rows, in milliseconds: longer than the database's own time limit. */
  readonly patienceMs: number;
  /** A statement for health checks. */
  readonly probe: string;
  describe(
    ask: Ask,
    table: TableName,
    options: DescribeOptions | undefined,
  ): Promise<TableDescription>;
  /** Begins to fill a table; see {@link TableFiller}. Cleans up if it fails. */
  beginFilling(filling: Filling<S>): Promise<TableFiller>;
  /** Frees other resources after all sessions have ended. */
  close?(): Promise<void>;
}

export interface Filling<S> {
  readonly session: S;
  readonly dialect: Dialect;
  readonly table: TableName;
  readonly columns: readonly NewColumn[];
  readonly replace: boolean;
  readonly clock: Clock;
  /** How long to wait for readers of the table to replace, in milliseconds. */
  readonly waitMs: number;
}

/** The steps of filling a table, called one after the other. They reject with a `StoreError`. */
export interface TableFiller {
  /** @param rows values in the order of the columns */
  write(rows: readonly (readonly Plain[])[]): Promise<void>;
  /**
   * Puts the table in place.
   *
   * @param decide called before the statement that commits; throws if the table is no longer wanted
   */
  finish(decide: () => void): Promise<void>;
  /** Makes the running step fail soon, if possible. */
  interrupt?(): void;
  /** Cleans up after the last step, whether it succeeded or not. Called once. */
  end(): Promise<void>;
}
