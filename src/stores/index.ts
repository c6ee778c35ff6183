/**
 * Where a service's records are: `openStore("cars.ndjson", { key: "vin" })`.
 *
 * @packageDocumentation
 */

export { SqlStore, type SqlTable } from "./sql/sql-store.ts";
export {
  type Store,
  StoreError,
  type StoreErrorCode,
  type StoreQuery,
  type StoreRecord,
} from "./store.ts";
