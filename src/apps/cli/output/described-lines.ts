import type { TableDescription } from "../../../data/stores/sql/driver.ts";

/** What people have to know of a table that a catalogue described: its columns that are no field, and its warnings. */
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
