import type { Car } from "../cars.ts";
import type { CarFilter } from "../filters.ts";

/** Row numbers as returned by a driver, ascending. */
export type RowNumbers = Int32Array | Uint32Array | readonly number[];

/** A filter, prepared as far as the engine allows. */
export interface Question {
  rows(): RowNumbers | Promise<RowNumbers>;
  count(): number | Promise<number>;
}

/** An engine with the cars and a column of their row numbers. */
export interface ColumnEngine {
  readonly version: string;
  prepare(filter: CarFilter): Question | Promise<Question>;
  close(): Promise<void>;
}

/** A contestant: an engine with its settings. */
export interface Variant {
  readonly name: string;
  start(cars: readonly Car[]): Promise<ColumnEngine>;
}
