import type { SharedColumn } from "../../../backends/columns/shared/shared-column.ts";
import type { SentColumns } from "../../../backends/columns/shared/shared-columns.ts";
import type { SummaryPart } from "../../summary/index.ts";
import type { SentRecords, WantedFields } from "../fields/read-fields.ts";
import type { FilePart } from "../files/read-part.ts";
import type { SentFormula } from "./sent-formula.ts";
import type { SentSummary } from "./sent-summary.ts";

/** The columns of a table, which a thread keeps until it is told to forget them. */
interface TableMessage {
  readonly kind: "table";
  readonly table: number;
  readonly sent: SentColumns;
}

interface ForgetMessage {
  readonly kind: "forget";
  readonly table: number;
}

/** Some work of a scan. The thread takes piece after piece, as other threads do, and answers after a short time. */
interface ScanSlice {
  readonly scan: number;
  readonly table: number;
  /** The rows of the scan: from one on, up to another. */
  readonly from: number;
  readonly to: number;
  /** How many rows a piece has. A block has a whole number of pieces. */
  readonly piece: number;
  /** In memory that threads share: see `NEXT` and `STOPPED`. */
  readonly state: Int32Array;
}

/** What is done with the rows of a scan: those that a filter finds are marked, or a summary is made of them. */
export type ScanTask =
  | {
      readonly kind: "mark";
      readonly filter: SentFormula;
      /** A bit for each row of the table, in memory that threads share. */
      readonly words: Uint32Array;
    }
  | {
      readonly kind: "group";
      readonly summary: SentSummary;
      /** The rows that count, in the place of a filter. */
      readonly mask: Uint32Array | undefined;
    };

export type ScanSliceMessage = ScanSlice & ScanTask;

/** A part of a file whose records are to be read. */
interface ReadMessage {
  readonly kind: "read";
  readonly part: FilePart;
  readonly wanted: WantedFields;
}

/** Texts of which the rows are to be put in an order. All is in memory that threads share. */
interface OrderMessage {
  readonly kind: "order";
  readonly column: SharedColumn;
  readonly rows: Uint32Array;
}

/** What is answered in one go. */
export type ScanQuery = ReadMessage | OrderMessage;

/** The results of what is answered in one go, and what a stretch of a summary found. */
export interface Results {
  readonly read: readonly SentRecords[];
  readonly order: SharedColumn;
  readonly group: SummaryPart;
}

export type ToThread = TableMessage | ForgetMessage | ScanSliceMessage | ScanQuery;

/** The place in `state` of the next piece that nobody has taken. */
export const NEXT = 0;
/** The place in `state` of a 1 as soon as nobody waits for the scan any more. */
export const STOPPED = 1;

/** The answer to a stretch, or to a question. */
export interface ScanSliceDone {
  /** How long the thread worked, in milliseconds. */
  readonly ms: number;
  readonly result?: Results[keyof Results];
  /** Why the thread cannot do this scan: it does not know a function of the formula, for example. */
  readonly problem?: string;
}
