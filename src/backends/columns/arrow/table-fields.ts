/* Tables of Arrow as columns, and columns as tables of Arrow. */

import { defineSchema, type Field, type Schema } from "../../../language/schema/index.ts";
import { describeType } from "../../../language/types/value-type.ts";
import { misuse } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import {
  type ArrowColumn,
  arrowColumns,
  dataOf,
  type LeftOut,
} from "../../arrow-layout/arrow-columns.ts";
import {
  type ArrowBatch,
  type ArrowData,
  type ArrowSchema,
  type ArrowTable,
  KEY_NAME,
} from "../../arrow-layout/arrow-data.ts";
import { ColumnsError } from "../columns-error.ts";
import { strictTextOfUtf8 } from "../storage/utf8.ts";

/** @throws `TypeError` for anything but a table. */
export function requireTable(table: unknown): void {
  const isTable =
    typeof table === "object" && table !== null && "schema" in table && "batches" in table;
  if (!isTable) throw misuse("`fromArrow`: the table", "a table of apache-arrow", table);
}

/** Rows are numbered by 32 bits. */
const MOST_ROWS = 2 ** 32 - 1;

/** The values of a field in a table. */
export interface TableField {
  readonly field: Field;
  readonly column: ArrowColumn;
  readonly chunks: readonly Chunk[];
}

/** The values of a column in some rows. */
export interface Chunk {
  readonly data: ArrowData;
  readonly rows: number;
}

/** A table as the fields of a schema. */
export interface FieldsOfTable {
  readonly schema: Schema;
  readonly fields: readonly TableField[];
  /** How many rows there are. */
  readonly length: number;
  /** The columns that no field can stand for. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * The fields of a table.
 *
 * @param given the schema; unless given, the table tells it
 * @throws {@link ColumnsError} if a field has no column, or one of another type
 */
export function fieldsOfTable({ schema, batches }: ArrowTable, given?: Schema): FieldsOfTable {
  const { columns, leftOut } = arrowColumns(schema.fields, decodeText);
  const withChunks = new Map(
    columns.map((column) => [column.name, { column, chunks: chunksOf(batches, column) }]),
  );
  const used = given ?? schemaOf(schema, [...withChunks.values()]);
  const fields = Array.from(used.stored.values(), (field) => {
    const found = withChunks.get(field.name);
    if (found === undefined) {
      const reason = leftOut.find(({ name }) => name === field.name)?.reason;
      const why = reason === undefined ? "" : `: ${reason}`;
      throw new ColumnsError(`the table has no column for ${quote(field.name)}${why}`);
    }
    const { type, spell } = found.column;
    const isRead =
      type === field.type ||
      (field.type === "text" && spell !== undefined) ||
      (field.type === "date" && type === "text");
    if (isRead) return { field, ...found };
    const is = `${quote(field.name)} is ${describeType(type)} in the table`;
    throw new ColumnsError(`${is}, and ${describeType(field.type)} in the schema`);
  });
  const length = batches.reduce((sum, { numRows }) => sum + numRows, 0);
  if (!(length >= 0 && length <= MOST_ROWS)) {
    throw new ColumnsError(`the table has ${length} rows, which no columns have`);
  }
  return { schema: used, fields, length, leftOut };
}

/** Text, or bytes if they are not UTF-8. */
function decodeText(value: unknown): unknown {
  return value instanceof Uint8Array ? (strictTextOfUtf8(value) ?? value) : value;
}

function chunksOf(batches: readonly ArrowBatch[], { name, index }: ArrowColumn): readonly Chunk[] {
  try {
    return batches.map((batch) => ({ data: dataOf(batch, index), rows: batch.numRows }));
  } catch (error) {
    throw ofColumn(name, error);
  }
}

/** An error of a column's data, which names the column. */
export function ofColumn(name: string, error: unknown): unknown {
  /* v8 ignore next -- data is damaged in other ways than columns are */
  if (error instanceof ColumnsError || !(error instanceof Error)) return error;
  return new ColumnsError(`${quote(name)}: ${error.message}`);
}

/** Integers that a number does not keep make a field of texts. */
function schemaOf(
  { metadata }: ArrowSchema,
  columns: readonly Omit<TableField, "field">[],
): Schema {
  const key = metadata.get(KEY_NAME);
  const declared = columns.map(({ column, chunks }) => {
    const { name, type, isLong } = column;
    const isText = isLong !== undefined && hasLong({ column, chunks }, isLong);
    const known = isText ? "text" : type;
    const isKey = name === key && (known === "text" || known === "number");
    return [name, isKey ? ({ type: known, key: true } as const) : known] as const;
  });
  return defineSchema(Object.fromEntries(declared));
}

function hasLong(
  { column, chunks }: Omit<TableField, "field">,
  isLong: (value: unknown) => boolean,
): boolean {
  try {
    return chunks.some(({ data, rows }) => {
      const valueAt = column.read(data);
      for (let row = 0; row < rows; row++) if (isLong(valueAt(row))) return true;
      return false;
    });
  } catch (error) {
    throw ofColumn(column.name, error);
  }
}
