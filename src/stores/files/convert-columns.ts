import type { Field } from "../../schema/index.ts";
import { type ConvertValue, converterOf } from "./convert-value.ts";
import type { StoreValue } from "./record-shape.ts";
import { mismatch } from "./schema-mismatch.ts";

/** The values of some records, field by field: no records are made of them unless somebody asks for these. */
export interface ColumnBatch {
  /** For each field of the schema, in its order, a value for each record. */
  readonly columns: readonly (readonly StoreValue[])[];
  /** Where each record stands. */
  readonly places: readonly number[];
}

/** Raw values of some records, column by column. */
export interface RawColumns {
  readonly columns: readonly ArrayLike<unknown>[];
  readonly places: readonly number[];
}

/** Makes values of raw ones, where each field has a column of them. */
export class ColumnConverter {
  readonly #fields: readonly {
    readonly field: Field;
    readonly column: number;
    readonly convert: ConvertValue;
  }[];

  /**
   * @param names of the columns, among which every field has to be
   * @param isText whether values are texts, whatever they mean
   */
  constructor(fields: Iterable<Field>, names: readonly string[], isText: boolean) {
    this.#fields = [...fields].map((field) => ({
      field,
      column: names.indexOf(field.name),
      convert: converterOf(field, isText),
    }));
  }

  /** @throws {@link SchemaMismatch} that says where and why: the first record's first field that does not fit. */
  convert({ columns, places }: RawColumns): ColumnBatch {
    let wrong: { readonly field: Field; readonly given: unknown } | undefined;
    let length = places.length;
    const converted: StoreValue[][] = [];
    for (const { field, column, convert } of this.#fields) {
      const raw = columns[column] ?? [];
      const values: StoreValue[] = [];
      // Only what comes before something wrong can be wrong earlier.
      for (let index = 0; index < length; index++) {
        const given = raw[index];
        const value = convert(given);
        if (value === undefined) {
          wrong = { field, given };
          length = index;
          break;
        }
        values.push(value);
      }
      converted.push(values);
    }
    if (wrong !== undefined) throw mismatch(wrong.field, wrong.given, places[length]);
    return { columns: converted, places };
  }
}
