import type { Field } from "../../schema/index.ts";
import { describeType } from "../../types/value-type.ts";
import { quote } from "../../util/quote.ts";
import { converterOf } from "./convert-value.ts";
import { shownValue } from "./data-error.ts";
import type { RawBatch } from "./raw-file.ts";
import type { StoreValue } from "./record-shape.ts";

/** A record with a value that is not of its field's type. */
export class SchemaMismatch extends Error {
  override readonly name = "SchemaMismatch";
  /** The line, or the number, of the record. */
  readonly place: number;

  constructor({ name, type }: Field, value: unknown, place: number) {
    super(`${quote(name)} is not ${describeType(type)}: ${shownValue(value)}`);
    this.place = place;
  }
}

/** The values of some records. */
export interface ColumnBatch {
  /** For each field of the schema, in its order, the values of all records. */
  readonly columns: readonly (readonly StoreValue[])[];
  /** The line, or the number, of each record. */
  readonly places: readonly number[];
}

/**
 * Makes a converter of raw values, which are those of the fields in their order. It throws a {@link SchemaMismatch} for
 * the first record with a value that does not fit, and names the first such field.
 *
 * @param isText whether every value is a text, whatever it stands for
 */
export function columnConverter(
  fields: Iterable<Field>,
  isText: boolean,
): (batch: RawBatch) => ColumnBatch {
  const converters = [...fields].map((field) => ({ field, convert: converterOf(field, isText) }));
  return ({ columns, places }) => {
    let mismatch: SchemaMismatch | undefined;
    let { length } = places;
    const converted = converters.map(({ field, convert }, index) => {
      const raw = columns[index] ?? [];
      const values: StoreValue[] = [];
      // After a mismatch, only the records before it matter.
      for (let row = 0; row < length; row++) {
        const value = convert(raw[row]);
        if (value === undefined) {
          mismatch = new SchemaMismatch(field, raw[row], places[row] ?? 0);
          length = row;
        } else values.push(value);
      }
      return values;
    });
    if (mismatch !== undefined) throw mismatch;
    return { columns: converted, places };
  };
}
