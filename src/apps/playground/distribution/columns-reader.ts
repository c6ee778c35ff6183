import type { Columns } from "../../../columns.ts";
import { ColumnGroups } from "./column-groups.ts";
import { DistributionReader } from "./distribution-reader.ts";

// This is loaded when a distribution is first asked for: records are found without it.

export function columnsReader(columns: Columns): DistributionReader {
  return new DistributionReader(columns.schema, new ColumnGroups(columns));
}
