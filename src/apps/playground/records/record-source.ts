import type { SortKey } from "../../../columns.ts";
import type { ValueProvider } from "../../../editors/assistance/index.ts";
import type { Schema } from "../../../index.ts";
import type { Distribution } from "../distribution/distribution.ts";

/** A value of a record, as it is shown. */
export type CellValue = string | number | boolean | Date | readonly string[] | null | undefined;

/** A record: its values by the names of the fields. */
export type RecordRow = Readonly<Record<string, CellValue>>;

/** What a table shows: the records that match a formula, in an order. */
export interface ViewQuery {
  readonly formula: string;
  readonly sort: readonly SortKey[];
}

/** The records that match. */
export interface View {
  /** How many match; `undefined` if that is not known. */
  readonly count: number | undefined;
  /** How many of them can be listed; all unless it says so. */
  readonly listed?: number;
  /** How long the search took. */
  readonly milliseconds: number;
  /** The first of them, which came with the count. */
  readonly first: readonly RecordRow[];
  /** Some of them, from one place to before another. There are fewer at the end. */
  rows(from: number, to: number, signal: AbortSignal): Promise<readonly RecordRow[]>;
  /** All of them, as a file. */
  export(format: ExportFormat, signal: AbortSignal): Promise<Blob>;
}

export type ExportFormat = "csv" | "ndjson";

/** Where records come from: a worker with columns, or a service. */
export interface RecordSource {
  /** What the records are, in a few words. */
  readonly name: string;
  /** The address of the collection, if the records come from a service. */
  readonly address?: string;
  readonly schema: Schema;
  /** How many records there are in all, if that is known. */
  readonly size: number | undefined;
  /**
   * Finds the records that match. Abort the signal when they are no longer wanted.
   *
   * @throws {@link SourceError} with what is wrong, for people.
   */
  view(query: ViewQuery, signal: AbortSignal): Promise<View>;
  /** Finds values of a field to complete. */
  readonly values: ValueProvider;
  /** How the values of a field are spread over all records, and over those that match; a blank formula returns all. */
  distribution(field: string, formula: string, signal: AbortSignal): Promise<Distribution>;
  /** Gives back what it holds. */
  close(): void;
}

/** What went wrong with a source, in words for people. */
export class SourceError extends Error {
  override readonly name = "SourceError";
}
