import type { ColumnModules } from "../isoform.ts";
import type { Table } from "./tables.ts";

/** A table as columns. */
export interface Held {
  readonly schema: ReturnType<ColumnModules["isoform"]["defineSchema"]>;
  readonly columns: ReturnType<ColumnModules["columns"]["Columns"]["from"]>;
}

export function hold({ rows, fields }: Table, { isoform, columns }: ColumnModules): Held {
  const schema = isoform.defineSchema(fields);
  return { schema, columns: columns.Columns.from(rows, schema) };
}
