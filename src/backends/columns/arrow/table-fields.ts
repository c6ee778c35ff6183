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

/** Row numbers have 32 bits. */
const MOST_ROWS = 2 ** 32 - 1;

/** A field of the schema with its column in the table. */
export interface TableField {
  readonly field: Field;
  readonly column: ArrowColumn;
  readonly chunks: readonly ArrowChunk[];
}

/** The part of a column in one batch. */
export interface ArrowChunk {
  readonly data: ArrowData;
  readonly rows: number;
}

/** The columns of a table, matched to the fields of a schema. */
export interface FieldsOfTable {
  readonly schema: Schema;
  readonly fields: readonly TableField[];
  /** The number of rows. */
  readonly length: number;
  /** The columns that no type of field can represent. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Matches the columns of a table to the fields of a schema.
 *
 * @param given the schema; unless given, it is derived from the table
 * @throws {@link ColumnsError} if a field has no column, or a column of another type
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
    throw new ColumnsError(`the table has ${length} rows, more than columns can hold`);
  }
  return { schema: used, fields, length, leftOut };
}

/** Decodes UTF-8; returns the bytes if they are not UTF-8. */
function decodeText(value: unknown): unknown {
  return value instanceof Uint8Array ? (strictTextOfUtf8(value) ?? value) : value;
}

function chunksOf(
  batches: readonly ArrowBatch[],
  { name, index }: ArrowColumn,
): readonly ArrowChunk[] {
  try {
    return batches.map((batch) => ({ data: dataOf(batch, index), rows: batch.numRows }));
  } catch (error) {
    throw ofColumn(name, error);
  }
}

/** Adds the name of the column to an error of its data. */
export function ofColumn(name: string, error: unknown): unknown {
  /* v8 ignore next -- corrupt data throws other errors than `ColumnsError` */
  if (error instanceof ColumnsError || !(error instanceof Error)) return error;
  return new ColumnsError(`${quote(name)}: ${error.message}`);
}

/** Derives a schema. Integers that a number cannot hold exactly become texts. */
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
