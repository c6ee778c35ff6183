import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import type { Field } from "../../../language/schema/index.ts";
import { recordValue } from "../../../language/values/record-value.ts";
import type { Steps } from "../../../util/steps.ts";
import { type ReadValue, valueReader } from "../fields/value-reader.ts";
import { type MakeRecord, recordMaker, type StoreValue } from "../files/record-shape.ts";
import type { StoreRecord } from "../store.ts";
import type { MemoryTable } from "./memory-table.ts";

/** Creates records from rows. */
export class StoredRowReader {
  readonly #make: MakeRecord;
  readonly #read: readonly ReadValue[];
  readonly #values: StoreValue[] = [];

  private constructor(fields: readonly Field[], read: readonly ReadValue[]) {
    this.#make = recordMaker(fields.map(({ name }) => name));
    this.#read = read;
  }

  static *of(
    { rows, blanks, scope }: MemoryTable,
    fields: readonly Field[],
  ): Steps<StoredRowReader> {
    const read: ReadValue[] = [];
    for (const field of fields) {
      const { name, type } = field;
      const column = rows.column(name);
      read.push(
        column === undefined
          ? yield* computedReader(rows, field, scope)
          : valueReader(column, type, blanks.get(name)?.has),
      );
    }
    return new StoredRowReader(fields, read);
  }

  read(row: number): StoreRecord {
    const values = this.#values;
    let index = 0;
    for (const read of this.#read) values[index++] = read(row);
    return this.#make(values);
  }
}

/** A reader that computes a field's value for a row, as stores return it. */
export function* computedReader(
  rows: ColumnTable,
  field: Field,
  within?: RowSubset,
): Steps<ReadValue> {
  const outcomeOf = yield* rows.valueReader(field, within);
  return (row) => recordValue(field.type, outcomeOf(row));
}
