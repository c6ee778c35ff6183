import type { Field } from "../../../language/schema/index.ts";
import { describeType } from "../../../language/types/value-type.ts";
import { quote } from "../../../util/quote.ts";
import { converterOf, roundedNumber } from "./convert-value.ts";
import { shownValue } from "./data-error.ts";
import type { RawBatch } from "./raw-file.ts";
import type { StoreValue } from "./record-shape.ts";
import { TextForms } from "./text-forms.ts";

/** A value that does not fit its field's type. */
export class SchemaMismatch extends Error {
  override readonly name = "SchemaMismatch";
  /** The line or the number of the record. */
  readonly position: number;

  /** @param rounded the nearest double, if the value is a number with more digits than a double holds */
  constructor(
    { name, type }: Field,
    value: unknown,
    position: number,
    rounded: number | undefined,
  ) {
    super(
      rounded === undefined
        ? `${quote(name)} is not ${describeType(type)}: ${shownValue(value)}`
        : `${quote(name)} is ${shownValue(value)}, which a number would round to ${rounded}: a schema in which the field is a text keeps it`,
    );
    this.position = position;
  }
}

export interface ColumnBatch {
  /** For each field of the schema, in its order, one value for each record. */
  readonly columns: readonly (readonly StoreValue[])[];
  /** The line or the number of each record. */
  readonly positions: readonly number[];
}

/**
 * Returns a converter of raw values, one column for each field in order. It throws a {@link SchemaMismatch} for the
 * first record with a value that does not fit, and names the first such field.
 *
 * @param isText whether every raw value is a string, as in CSV
 */
export function columnConverter(
  fields: Iterable<Field>,
  isText: boolean,
  forms = new TextForms({}),
): (batch: RawBatch) => ColumnBatch {
  const converters = [...fields].map((field) => ({
    field,
    convert: converterOf(field, isText, forms),
  }));
  return ({ columns, positions }) => {
    let mismatch: SchemaMismatch | undefined;
    let { length } = positions;
    const converted = converters.map(({ field, convert }, index) => {
      const raw = columns[index] ?? [];
      const values: StoreValue[] = [];
      // After a mismatch, only earlier rows can still hold the first one.
      for (let row = 0; row < length; row++) {
        const value = convert(raw[row]);
        if (value === undefined) {
          const given = raw[row];
          const rounded =
            field.type === "number" && (!(typeof given === "string") || isText)
              ? roundedNumber(given, forms)
              : undefined;
          mismatch = new SchemaMismatch(field, given, positions[row] ?? 0, rounded);
          length = row;
        } else values.push(value);
      }
      return values;
    });
    if (mismatch !== undefined) throw mismatch;
    return { columns: converted, positions };
  };
}
