/**
 * Stores of records, for the service and for programs: `openStore("cars.ndjson", { key: "vin" })`.
 *
 * @packageDocumentation
 */

export { recordOrder } from "../../language/core/record-order.ts";
export type { SortKey } from "../../language/schema/index.ts";
export type { FileFormat } from "./files/file-format.ts";
export { type ReadColumnsOptions, readColumns } from "./files/read-columns.ts";
export {
  type FileForm,
  type ReadOptions,
  type RecordBatch,
  type RecordFile,
  readRecords,
} from "./files/read-file.ts";
export { type CsvOptions, csvHeader, csvLines, ndjsonLines } from "./files/write-records.ts";
export { FileStore, type FileStoreOptions } from "./memory/file-store.ts";
export { MemoryStore, type MemoryStoreOptions } from "./memory/memory-store.ts";
export { openStore, type StoreOptions } from "./open-store.ts";
export { checkQuery, QueryError } from "./query-error.ts";
export { ScanPool, type ScanPoolOptions, type SearchOptions } from "./scans/scan-pool.ts";
export { SqlStore } from "./sql/sql-store.ts";
export {
  type Store,
  type StoreCall,
  StoreError,
  type StoreErrorCode,
  type StoreQuery,
  type StoreRecord,
  type WrittenFormat,
  type WrittenRecords,
} from "./store.ts";
