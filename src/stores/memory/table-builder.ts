import { RowOrder } from "../../columns/order/row-order.ts";
import { TextRanks } from "../../columns/order/text-ranks.ts";
import { ColumnsSnapshot } from "../../columns/snapshot.ts";
import type { Field, Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import { FieldColumn } from "../fields/field-column.ts";
import { type ReadValue, valueReader } from "../fields/value-reader.ts";
import { shownValue } from "../files/data-error.ts";
import type { StoreValue } from "../files/record-shape.ts";
import { StoreError } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import type { MemoryTable } from "./memory-table.ts";

/** How many keys are compared before other work may have its turn. */
const LOOK_AROUND = 1024;

/** The place that a record came from, for messages. */
type PlaceOf = (index: number) => string;

/** Makes a table of records that come in any order, some at a time. */
export class TableBuilder {
  readonly #schema: Schema;
  readonly #key: Field;
  readonly #columns: FieldColumn[];
  #length = 0;
  /** The first record without a key. */
  #withoutKey: number | undefined;

  constructor(schema: Schema, key: Field) {
    this.#schema = schema;
    this.#key = key;
    this.#columns = Array.from(schema.stored.values(), (field) => new FieldColumn(field));
  }

  /** @param values of each stored field of the schema, in its order */
  add(values: readonly (readonly StoreValue[])[]): void {
    for (const [index, column] of this.#columns.entries()) {
      const added = values[index] ?? [];
      column.add(added);
      if (column.field !== this.#key || this.#withoutKey !== undefined) continue;
      const place = added.findIndex((value) => value === null || value === "");
      if (place !== -1) this.#withoutKey = this.#length + place;
    }
    this.#length += values[0]?.length ?? 0;
  }

  /**
   * Ends the builder's use.
   *
   * @param version another text for other records
   * @throws {@link StoreError} for a key that is blank, or the same as another's.
   */
  async finish(version: string, placeOf: PlaceOf, slice: TimeSlice): Promise<MemoryTable> {
    if (this.#withoutKey !== undefined) {
      const problem = `the key ${quote(this.#key.name)} is blank`;
      throw new StoreError("data", `${placeOf(this.#withoutKey)}: ${problem}`);
    }
    const sorted = await this.#sorted(placeOf, slice);
    if (sorted !== undefined) {
      // One after the other: each is let go when it is in order.
      for (const [index, column] of this.#columns.entries()) {
        this.#columns[index] = await column.inOrder(sorted, slice);
      }
    }
    const columns = this.#columns.map((column) => [column.field.name, column.read()] as const);
    return {
      schema: this.#schema,
      key: this.#key,
      rows: ColumnsSnapshot.of(this.#schema, this.#length, new Map(columns), "adaptive"),
      blanks: new Map(this.#columns.map(({ field, blanks }) => [field.name, blanks])),
      longest: new Map(this.#columns.map(({ field, longest }) => [field.name, longest])),
      version,
    };
  }

  /**
   * The rows in the order of their keys; `undefined` if they are in that order already. It throws if two rows share a
   * key.
   */
  async #sorted(placeOf: PlaceOf, slice: TimeSlice): Promise<Uint32Array | undefined> {
    const key = this.#columns.find(({ field }) => field === this.#key);
    if (key === undefined) throw new Error(`there is no column of ${this.#key.name}`);
    const column = key.read();
    const keyAt = valueReader(column, this.#key.type);
    if (column.kind === "codes") {
      const ranks = TextRanks.of(column);
      while (ranks.prepare()) if (slice.isDue()) await slice.turn();
    }
    const order = new RowOrder([{ field: this.#key, isDescending: false }], () => column);
    if (await isAscending(this.#length, order, slice)) {
      await this.#refuseDoubled(undefined, keyAt, placeOf, slice);
      return undefined;
    }
    const rows = Uint32Array.from({ length: this.#length }, (_, row) => row);
    await paced(order.sorting(rows), slice);
    await this.#refuseDoubled(rows, keyAt, placeOf, slice);
    return rows;
  }

  /** @param sorted the rows in the order of their keys; unless given, they are in it */
  async #refuseDoubled(
    sorted: Uint32Array | undefined,
    keyAt: ReadValue,
    placeOf: PlaceOf,
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
          `${placeOf(second)}: the key ${quote(this.#key.name)} is ${shownValue(value)}, as it is at ${placeOf(first)}`,
        );
      }
      before = value;
      if (index % LOOK_AROUND === 0 && slice.isDue()) await slice.turn();
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
    if (row % LOOK_AROUND === 0 && slice.isDue()) await slice.turn();
  }
  return true;
}
