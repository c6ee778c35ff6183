import type { SchemaJson } from "../../../schema/index.ts";
import type { ColumnMapping } from "../../../sql/mapping.ts";
import type { ValueType } from "../../../types/value-type.ts";
import type { TableDescription } from "../driver.ts";

/** The field that stands for a column, or the reason why none does. */
export type Described =
  | { readonly type: ValueType; readonly mapping: ColumnMapping }
  | { readonly reason: string };

export function leaveOut(reason: string): Described {
  return { reason };
}

export interface DescribedColumn {
  readonly name: string;
  readonly isNotNull: boolean;
  /** Whether a text is known never to be empty. */
  readonly isNotBlank?: boolean;
  /** Whether it is the primary key by itself. */
  readonly isKey: boolean;
  readonly meaning: Described;
}

/** A table's columns as fields. */
export function describedTable(described: readonly DescribedColumn[]): TableDescription {
  const fields: [string, SchemaJson["fields"][string]][] = [];
  const columns: [string, ColumnMapping][] = [];
  const leftOut: { readonly column: string; readonly reason: string }[] = [];
  for (const { name, isNotNull, isNotBlank, isKey, meaning } of described) {
    if ("reason" in meaning) {
      leftOut.push({ column: name, reason: meaning.reason });
      continue;
    }
    const { type, mapping } = meaning;
    const canBeKey = type === "text" || type === "number";
    fields.push([name, isKey && canBeKey ? { type, key: true } : type]);
    columns.push([
      name,
      {
        ...mapping,
        ...(isNotNull ? { notNull: true } : {}),
        ...(isNotBlank === true && type === "text" ? { notBlank: true } : {}),
      },
    ]);
  }
  // A column may have any name, `__proto__` too.
  return { fields: Object.fromEntries(fields), columns: Object.fromEntries(columns), leftOut };
}
