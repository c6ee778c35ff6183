import type { TableDescription } from "../../../data/stores/sql/driver.ts";

/** Messages about a table described by its catalogue: columns without a field, and warnings. */
export function describedLines({
  refused,
  warnings,
}: Pick<TableDescription, "refused" | "warnings">): readonly string[] {
  return [
    ...refused.map(({ column, type, reason }) => {
      const shown = type === "" ? column : `${column} (${type})`;
      return `the column ${shown} cannot be a field: ${reason}`;
    }),
    ...warnings.map((warning) => `look out: ${warning}`),
  ];
}
