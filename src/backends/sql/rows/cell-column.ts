import type { Field } from "../../../language/schema/index.ts";
import type { DateColumnSql, DialectDefinition } from "../dialect-definition.ts";
import { kindOf, mappingOf, storageOf, type TableMapping } from "../table-mapping.ts";
import type { CellColumn } from "./decode.ts";

/**
 * The properties of a field's column that are needed to read its cells.
 *
 * @param drivers how the driver interprets a time without time zone
 */
export function cellColumn(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
  drivers?: "utc" | "local",
): CellColumn {
  const { type } = field;
  const { delimiter = "," } = mappingOf(field, table);
  const { timestamps, hasTextAsBytes = false } = dialect.rows;
  const date: Partial<DateColumnSql> = type === "date" ? kindOf(field, table, dialect, type) : {};
  const { zone = timestamps, isTextInUtc = dialect.rows.isTextInUtc ?? true } = date;
  const number = type === "number" ? kindOf(field, table, dialect, type) : undefined;
  const list: { readonly delimiter?: string } =
    type === "list" ? kindOf(field, table, dialect, type) : {};
  const isDelimited = list.delimiter !== undefined;
  return {
    type,
    storage: isDelimited ? "delimited" : storageOf(field, table, dialect),
    dates: { zone, dates: drivers, isTextInUtc },
    delimiter: list.delimiter ?? delimiter,
    hasTextAsBytes,
    isSingle: number?.isSingle ?? false,
    cell: type === "text" || type === "list" ? kindOf(field, table, dialect, type).cell : undefined,
  };
}
