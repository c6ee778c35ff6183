import type { Car } from "../cars.ts";
import type { CarFilter } from "../filters.ts";

/** Numbers of rows as a driver hands them over, ascending. */
export type RowNumbers = Int32Array | Uint32Array | readonly number[];

/** A filter, prepared as far as the engine allows. */
export interface Question {
  rows(): RowNumbers | Promise<RowNumbers>;
  count(): number | Promise<number>;
}

/** An engine that holds the cars, each with its number in a column beside. */
export interface ColumnEngine {
  readonly version: string;
  prepare(filter: CarFilter): Question | Promise<Question>;
  close(): Promise<void>;
}

/** A contestant: an engine, and how it is set. */
export interface Variant {
  readonly name: string;
  start(cars: readonly Car[]): Promise<ColumnEngine>;
}
