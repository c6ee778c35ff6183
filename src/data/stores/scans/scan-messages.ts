import type { SentColumns } from "../../../backends/columns/shared/shared-columns.ts";
import type { SummaryPart } from "../../summary/index.ts";
import type { SentFormula } from "./sent-formula.ts";
import type { SentSummary } from "./sent-summary.ts";

/** The columns of a table, which a thread holds until a `forget` message. */
interface TableMessage {
  readonly kind: "table";
  readonly table: number;
  readonly sent: SentColumns;
}

interface ForgetMessage {
  readonly kind: "forget";
  readonly table: number;
}

/**
 * A time slice of a scan. The thread takes chunks from the shared counter, as other threads do, and responds when the
 * slice ends.
 */
interface ScanSlice {
  readonly scan: number;
  readonly table: number;
  /** The first row of the scan, and the row after the last. */
  readonly from: number;
  readonly to: number;
  /** Rows in a chunk. A block has a whole number of chunks. */
  readonly chunkRows: number;
  /** Shared counters: see `NEXT` and `STOPPED`. */
  readonly state: Int32Array;
}

/** The operation of a scan: mark the rows that match a filter, or summarize rows. */
export type ScanTask = {
  /** Only these rows are tested; all unless given. A bit for each row of the table, in shared memory. */
  readonly mask: Uint32Array | undefined;
} & (
  | {
      readonly kind: "mark";
      readonly filter: SentFormula;
      /** Receives a bit for each matching row. In shared memory. */
      readonly words: Uint32Array;
    }
  | {
      readonly kind: "group";
      readonly summary: SentSummary;
    }
);

export type ScanSliceMessage = ScanSlice & ScanTask;

export type ToThread = TableMessage | ForgetMessage | ScanSliceMessage;

/** The index in `state` of the next chunk to take. */
export const NEXT = 0;
/** The index in `state` of a flag that is 1 once the scan is no longer needed. */
export const STOPPED = 1;

/** The response to a time slice. */
export interface ScanSliceDone {
  /** The thread's working time, in milliseconds. */
  readonly ms: number;
  readonly result?: SummaryPart;
  /** Why the thread cannot run this scan, such as an unknown function in the formula. */
  readonly problem?: string;
}
