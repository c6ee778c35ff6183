import { ColumnTable } from "../../../backends/columns/column-table.ts";
import { RowOrder } from "../../../backends/columns/order/row-order.ts";
import { TextRanks } from "../../../backends/columns/order/text-ranks.ts";
import type { Column } from "../../../backends/columns/storage/column.ts";
import type { Field, Schema } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import { FieldColumn, firstBlank } from "../fields/field-column.ts";
import { rowsInOrder } from "../fields/rows-in-order.ts";
import { type ReadValue, valueReader } from "../fields/value-reader.ts";
import { shownValue } from "../files/data-error.ts";
import type { StoreValue } from "../files/record-shape.ts";
import { StoreError } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import type { MemoryTable } from "./memory-table.ts";

/** Keys compared between two checks of the time slice. */
const LOOK_AROUND = 1024;

/** The position of a record in its source, for messages. */
type PositionOf = (index: number) => string;

/** Builds a table from batches of records in any order. */
export class TableBuilder {
  readonly #schema: Schema;
  readonly #key: Field;
  readonly #columns: FieldColumn[];
  #length = 0;
  /** The index of the first record without a key. */
  #withoutKey: number | undefined;

  constructor(schema: Schema, key: Field) {
    this.#schema = schema;
    this.#key = key;
    this.#columns = Array.from(schema.stored.values(), (field) => new FieldColumn(field));
  }

  /** @param values one array for each stored field of the schema, in its order */
  add(values: readonly (readonly StoreValue[])[]): void {
    for (const [index, column] of this.#columns.entries()) {
      const added = values[index] ?? [];
      column.add(added);
      if (column.field !== this.#key || this.#withoutKey !== undefined) continue;
      const position = firstBlank(added);
      if (position !== -1) this.#withoutKey = this.#length + position;
    }
    this.#length += values[0]?.length ?? 0;
  }

  /**
   * Builds the table. The builder cannot be used afterwards.
   *
   * @param version differs for different records
   * @throws {@link StoreError} for a blank or duplicate key
   */
  async finish(version: string, positionOf: PositionOf, slice: TimeSlice): Promise<MemoryTable> {
    if (this.#withoutKey !== undefined) {
      const problem = `the key ${quote(this.#key.name)} is blank`;
      throw new StoreError("data", `${positionOf(this.#withoutKey)}: ${problem}`);
    }
    const sorted = await this.#sorted(positionOf, slice);
    const columns = await this.#inOrder(sorted, slice);
    const blanks = this.#columns.map(({ field, blanks: given }) => {
      return [field.name, sorted ? given.inOrder(sorted) : given] as const;
    });
    const rows = ColumnTable.of(this.#schema, this.#length, columns);
    return {
      schema: this.#schema,
      rows,
      blanks: new Map(blanks),
      longest: new Map(this.#columns.map(({ field, longest }) => [field.name, longest])),
      version,
    };
  }

  /** The columns of all fields in key order. */
  async #inOrder(sorted: Uint32Array | undefined, slice: TimeSlice): Promise<Map<string, Column>> {
    const columns = new Map<string, Column>();
    for (const one of this.#columns) {
      const { name } = one.field;
      if (sorted === undefined) columns.set(name, one.read());
      else {
        columns.set(name, await paced(rowsInOrder(one.read(), sorted), slice));
        // Each source column is freed as soon as its sorted copy exists.
        one.clear();
      }
    }
    return columns;
  }

  /** The rows in key order; `undefined` if they already are. Throws for a duplicate key. */
  async #sorted(positionOf: PositionOf, slice: TimeSlice): Promise<Uint32Array | undefined> {
    const key = this.#columns.find(({ field }) => field === this.#key);
    if (key === undefined) throw new Error(`there is no column of ${this.#key.name}`);
    const column = key.read();
    const keyAt = valueReader(column, this.#key.type);
    if (column.kind === "codes") {
      const ranks = TextRanks.of(column);
      while (ranks.prepare()) if (slice.shouldYield()) await slice.yield();
    }
    const order = new RowOrder([{ field: this.#key, isDescending: false }], () => column);
    if (await isAscending(this.#length, order, slice)) {
      await this.#refuseDoubled(undefined, keyAt, positionOf, slice);
      return undefined;
    }
    const rows = Uint32Array.from({ length: this.#length }, (_, row) => row);
    await paced(order.sorting(rows), slice);
    await this.#refuseDoubled(rows, keyAt, positionOf, slice);
    return rows;
  }

  /** @param sorted the rows in key order; by default, they already are */
  async #refuseDoubled(
    sorted: Uint32Array | undefined,
    keyAt: ReadValue,
    positionOf: PositionOf,
    slice: TimeSlice,
  ): Promise<void> {
    let before: StoreValue = null;
    for (let index = 0; index < this.#length; index++) {
      const row = sorted?.[index] ?? index;
      const value = keyAt(row);
      if (value === before) {
        const other = sorted?.[index - 1] ?? index - 1;
        const [first, second] = other < row ? [other, row] : [row, other];
        throw new StoreError(
          "data",
          `${positionOf(second)}: the key ${quote(this.#key.name)} is ${shownValue(value)}, as it is at ${positionOf(first)}`,
        );
      }
      before = value;
      if (index % LOOK_AROUND === 0 && slice.shouldYield()) await slice.yield();
    }
  }
}

async function isAscending(
  length: number,
  { compare }: RowOrder,
  slice: TimeSlice,
): Promise<boolean> {
  for (let row = 1; row < length; row++) {
    if (compare(row - 1, row) > 0) return false;
    if (row % LOOK_AROUND === 0 && slice.shouldYield()) await slice.yield();
  }
  return true;
}
