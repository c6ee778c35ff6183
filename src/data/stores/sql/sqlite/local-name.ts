// This folder opens SQLite files, in threads.

import { StoreError } from "../../store.ts";
import type { TableName } from "../driver.ts";

/** The unqualified name of a table: a SQLite database has a single schema. */
export function localName(table: TableName): string {
  const [first, second, ...more] = typeof table === "string" ? [table] : table;
  const isQualified = second !== undefined;
  if (first === undefined || more.length > 0 || (isQualified && first.toLowerCase() !== "main")) {
    throw new StoreError("setup", `SQLite has no schema but main: ${JSON.stringify(table)}`);
  }
  return second ?? first;
}
