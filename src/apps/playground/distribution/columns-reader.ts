import type { Columns } from "../../../columns.ts";
import { ColumnGroups } from "./column-groups.ts";
import { DistributionReader } from "./distribution-reader.ts";

// Loaded with the first distribution: searching does not need it.

export function columnsReader(columns: Columns): DistributionReader {
  return new DistributionReader(columns.schema, new ColumnGroups(columns));
}
