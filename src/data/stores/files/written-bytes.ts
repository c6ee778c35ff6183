import type { StoreRecord } from "../store.ts";

/** Encodes a file of records incrementally. */
export interface WrittenBytes {
  /** Adds records. Returns the bytes completed by them. */
  add(records: readonly StoreRecord[]): Uint8Array;
  /** The rest of the file. */
  end(): Uint8Array;
}
