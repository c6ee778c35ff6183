import type { Columns } from "../../backends/columns/columns.ts";
import type { ColumnsSnapshot } from "../../backends/columns/snapshot.ts";
import type { Column } from "../../backends/columns/storage/column.ts";
import type { Field } from "../../language/schema/index.ts";
import type { FieldValue, ValueProvider } from "./values-provider.ts";

/** The most rows to read if a column has no dictionary. */
const MOST_ROWS = 100_000;

/**
 * Provides the values of columns with their frequencies: `createLanguage({ schema, values: columnValues(columns) })`. A
 * field's values are read on its first completion, including rows added until then. In a column without a dictionary,
 * only the first 100,000 rows are read.
 */
export function columnValues(columns: Columns | ColumnsSnapshot): ValueProvider {
  const known = new Map<string, readonly FieldValue[]>();
  return (field, prefix, { limit }) => {
    const values = known.get(field.name) ?? countedValues(columns, field);
    known.set(field.name, values);
    const wanted = prefix.toLowerCase();
    const found: FieldValue[] = [];
    for (const one of values) {
      if (found.length >= limit) break;
      if (String(one.value).toLowerCase().startsWith(wanted)) found.push(one);
    }
    return found;
  };
}

/** The distinct values of a field, the most frequent first. */
function countedValues(columns: Columns | ColumnsSnapshot, field: Field): readonly FieldValue[] {
  const snapshot = "snapshot" in columns ? columns.snapshot() : columns;
  const column = snapshot.table.column(field.name);
  if (column === undefined) return [];
  const counts = new Map<string | number, number>();
  const add = (value: string | number, count: number): void => {
    if (value !== "") counts.set(value, (counts.get(value) ?? 0) + count);
  };
  countColumn(column, field, snapshot.length, add);
  return [...counts]
    .map(([value, count]): FieldValue => ({ value, count }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.value < b.value ? -1 : 1));
}

function countColumn(
  column: Column,
  { type }: Field,
  length: number,
  add: (value: string | number, count: number) => void,
): void {
  const rows = Math.min(length, MOST_ROWS);
  switch (column.kind) {
    case "codes":
    case "lists": {
      const end = column.kind === "lists" ? (column.offsets[length] ?? 0) : length;
      const counts = new Uint32Array(column.size);
      for (let at = 0; at < end; at++) {
        const code = column.codes[at] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
      for (const [code, count] of counts.entries()) {
        if (count > 0) add(column.texts[code] ?? "", count);
      }
      break;
    }
    case "texts":
      for (let row = 0; row < rows; row++) add(column.reader.at(row), 1);
      break;
    case "numbers":
      for (let row = 0; row < rows; row++) {
        const value = column.values[row] ?? Number.POSITIVE_INFINITY;
        if (!Number.isFinite(value)) continue;
        add(type === "date" ? new Date(value).toISOString() : value, 1);
      }
      break;
    case "flags":
      break;
  }
}
