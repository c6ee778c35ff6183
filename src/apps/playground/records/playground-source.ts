import type { SortKey } from "../../../columns.ts";
import type { ValueProvider } from "../../../editors/assistance/index.ts";
import type { Policy, Schema } from "../../../index.ts";
import type { Distribution } from "../distribution/distribution.ts";

/** A value of a record for display. */
export type CellValue = string | number | boolean | Date | readonly string[] | null | undefined;

/** A record: its values by field name. */
export type RecordRow = Readonly<Record<string, CellValue>>;

/** A query for a table: a formula and an order. */
export interface ViewQuery {
  readonly formula: string;
  readonly sort: readonly SortKey[];
}

/** The matching records. */
export interface RecordsView {
  /** The number of matching records; `undefined` if it is unknown. */
  readonly count: number | undefined;
  /** The number of records that can be listed. Default: all. */
  readonly listed?: number;
  /** The duration of the search. */
  readonly milliseconds: number;
  /** The first records, which come with the count. */
  readonly first: readonly RecordRow[];
  /** The records from one index up to, and excluding, another. There are fewer at the end. */
  rows(from: number, to: number, signal: AbortSignal): Promise<readonly RecordRow[]>;
  /** All matching records, as a file. */
  export(format: ExportFormat, signal: AbortSignal): Promise<Blob>;
}

export type ExportFormat = "csv" | "ndjson";

/** A source of records: columns in a worker, or a service. */
export interface PlaygroundSource {
  /** A short name for the records. */
  readonly name: string;
  /** The URL of the collection, if the records come from a service. */
  readonly address?: string;
  readonly schema: Schema;
  /** What formulas may use; everything, unless given. */
  readonly policy?: Policy | undefined;
  /** The total number of records, if it is known. */
  readonly size: number | undefined;
  /**
   * Searches records. Abort the signal when they are no longer needed.
   *
   * @throws {@link SourceError} with a message for people
   */
  view(query: ViewQuery, signal: AbortSignal): Promise<RecordsView>;
  /** Returns values of a field for completion. */
  readonly values: ValueProvider;
  /** The distribution of a field's values over all records, and over the matching ones; a blank formula matches all. */
  distribution(field: string, formula: string, signal: AbortSignal): Promise<Distribution>;
  /** Frees the source's resources. */
  close(): void;
}

/** An error of a source, with a message for people. */
export class SourceError extends Error {
  override readonly name = "SourceError";
}
