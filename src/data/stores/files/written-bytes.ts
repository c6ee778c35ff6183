import type { StoreRecord } from "../store.ts";

/** Makes the bytes of a file of records, piece by piece. */
export interface WrittenBytes {
  /** Takes some records. Returns the bytes that they complete. */
  add(records: readonly StoreRecord[]): Uint8Array;
  /** The rest of the file. */
  end(): Uint8Array;
}
