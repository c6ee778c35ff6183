// This folder holds the values of single fields as columns, whoever reads them and in which thread.

import { Columns } from "../../columns/columns.ts";
import { ColumnsError } from "../../columns/columns-error.ts";
import type { Column } from "../../columns/storage/column.ts";
import { constantLength } from "../../core/work.ts";
import { defineSchema, type Field } from "../../schema/index.ts";
import type { StoreValue } from "../files/record-shape.ts";
import type { TimeSlice } from "../time-slice.ts";
import { UnusualBlanks } from "./unusual-blanks.ts";
import { valueReader } from "./value-reader.ts";

/** Rows that are put in order at once. */
const BATCH = 4096;

/** The values of a field. More can be added. */
export class FieldColumn {
  readonly field: Field;
  /** Which blanks were given. */
  readonly blanks: UnusualBlanks;
  /** The most UTF-16 units in a value. In a list, each item counts as one more. */
  longest = 0;
  /** It holds this field alone, so that its memory can be freed by itself. */
  readonly #columns: Columns;

  constructor(field: Field) {
    this.field = field;
    this.blanks = new UnusualBlanks(field.type);
    this.#columns = new Columns(defineSchema(Object.fromEntries([[field.name, field.type]])));
  }

  add(values: readonly StoreValue[]): void {
    this.blanks.note(values, this.#columns.length);
    for (const value of values) {
      if (typeof value !== "string" && !Array.isArray(value)) continue;
      this.longest = Math.max(this.longest, constantLength(value));
    }
    this.#columns.appendColumns(Object.fromEntries([[this.field.name, values]]));
  }

  read(): Column {
    const column = this.#columns.snapshot().column(this.field.name);
    if (column === undefined) throw new ColumnsError(`there is no ${this.field.name}`);
    return column;
  }

  /** The values of some rows, in their order. */
  async inOrder(rows: Uint32Array, slice: TimeSlice): Promise<FieldColumn> {
    const ordered = new FieldColumn(this.field);
    const read = valueReader(this.read(), this.field.type, this.blanks.has);
    for (let from = 0; from < rows.length; from += BATCH) {
      ordered.add(Array.from(rows.subarray(from, from + BATCH), read));
      if (slice.isDue()) await slice.turn();
    }
    return ordered;
  }
}
