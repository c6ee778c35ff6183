import type { RowFilter } from "../../../language/core/compiled.ts";
import type { Field } from "../../../language/schema/index.ts";
import { misuse, requireKind } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { mappingOf, type TableMapping } from "../table-mapping.ts";
import { cellColumn } from "./cell-column.ts";
import { type CellColumn, decoderOf } from "./decode.ts";
import { type RecordValue, Unreadable } from "./decoded.ts";
import type { RowForm } from "./row-source.ts";

/** A record created from a row. */
export type SqlRecord = Record<string, RecordValue>;

/** A cell cannot be converted to a value of its field. Such a cell is never rounded, and never treated as blank. */
export class SqlValueError extends TypeError {
  override readonly name = "SqlValueError";
}

/** A field, and its location and form in a row. */
export interface ReadColumn extends CellColumn {
  readonly field: string;
  /** The name of the row's property. */
  readonly property: string;
  /** The name in messages. */
  readonly shown: string;
  /** The expression that the cells are values of, if the program wrote one. */
  readonly sql?: string | undefined;
}

type ResultRow = readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * Returns a function that converts a row to a record: an object, or a list with the cells in the order of the columns.
 *
 * @param call the call that messages name
 */
export function recordReader(
  columns: readonly ReadColumn[],
  call: string,
): (row: ResultRow) => SqlRecord {
  const readers = columns.map((column) => ({ ...column, decode: decoderOf(column) }));
  return (row) => {
    const record: SqlRecord = {};
    for (const [index, { field, property, shown, sql, decode }] of readers.entries()) {
      const cell: unknown = Array.isArray(row) ? row[index] : Reflect.get(row, property);
      if (cell === undefined) throw missing(call, property, row, sql);
      const value = decode(cell);
      if (value instanceof Unreadable) {
        const what = `${call}: the column ${quote(shown)}`;
        throw new SqlValueError(misuse(what, value.expected, cell, value.advice).message);
      }
      if (field === "__proto__") {
        // An assignment would not create an own property for every name.
        const shape = { enumerable: true, writable: true, configurable: true };
        Object.defineProperty(record, field, { value, ...shape });
      } else record[field] = value;
    }
    return record;
  };
}

function missing(call: string, property: string, row: ResultRow, sql?: string): TypeError {
  const names = Array.isArray(row) ? [] : Object.keys(row).slice(0, 10);
  const known = names.length === 0 ? "" : `, only ${names.map(quote).join(", ")}`;
  const what = sql === undefined ? "the column" : `${sql} AS ${property}`;
  return new TypeError(
    `${call}: the row has no column ${quote(property)}${known}; select ${what}, or describe the rows by the option \`rows\` of ` +
      "`toSql`",
  );
}

/** The columns of a table as a driver returns them. */
export function tableColumns(
  fields: readonly Field[],
  table: TableMapping,
  dialect: DialectDefinition,
  { names = "columns", dates }: RowForm,
): readonly ReadColumn[] {
  return fields.map((field) => {
    const { column = field.name, sql } = mappingOf(field, table);
    const property = names === "columns" ? column : field.name;
    const cell = cellColumn(field, table, dialect, dates);
    return { ...cell, field: field.name, property, shown: property, sql };
  });
}

/** Converts a filter over records to one over rows. */
export function overRows(filter: RowFilter, columns: readonly ReadColumn[]): RowFilter {
  const read = recordReader(columns, "`residual`");

  function recordOf(row: unknown): SqlRecord {
    requireKind(row, "object", "`residual`: a row");
    // `requireKind` rejects everything except objects.
    return read(row as ResultRow);
  }

  return {
    matches: (row) => filter.matches(recordOf(row)),
    filter: (rows) => {
      requireKind(rows, "array", "`residual`: the rows", "for one row there is `matches`");
      const records = rows.map(recordOf);
      const found: ReadonlySet<unknown> = new Set(filter.filter(records));
      return rows.filter((_, index) => found.has(records[index]));
    },
  };
}
