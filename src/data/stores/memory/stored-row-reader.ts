import type { Field } from "../../../language/schema/index.ts";
import { type ReadValue, valueReader } from "../fields/value-reader.ts";
import { type MakeRecord, recordMaker, type StoreValue } from "../files/record-shape.ts";
import type { StoreRecord } from "../store.ts";
import type { MemoryTable } from "./memory-table.ts";

/** Makes records of rows. */
export class RowReader {
  readonly #make: MakeRecord;
  readonly #read: readonly ReadValue[];
  readonly #values: StoreValue[] = [];

  constructor({ rows, blanks }: MemoryTable, fields: readonly Field[]) {
    this.#make = recordMaker(fields.map(({ name }) => name));
    this.#read = fields.flatMap(({ name, type }) => {
      const column = rows.column(name);
      return column === undefined ? [] : [valueReader(column, type, blanks.get(name)?.has)];
    });
  }

  read(row: number): StoreRecord {
    const values = this.#values;
    let index = 0;
    for (const read of this.#read) values[index++] = read(row);
    return this.#make(values);
  }
}
