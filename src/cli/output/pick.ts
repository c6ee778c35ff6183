import type { StoreRecord } from "../../stores/store.ts";

/** Records with some of their fields; the same records where all are wanted. */
export function picked(
  records: readonly StoreRecord[],
  fields: readonly string[] | undefined,
): readonly StoreRecord[] {
  if (fields === undefined) return records;
  return records.map((record) =>
    Object.fromEntries(fields.map((name) => [name, record[name] ?? null])),
  );
}
