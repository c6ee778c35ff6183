import type { Field, Schema } from "../../schema/index.ts";
import { isInherited } from "../../values/row-value.ts";
import { type ConvertValue, converterOf } from "./convert-value.ts";
import { shownValue } from "./data-error.ts";
import type { StoreValue } from "./record-shape.ts";
import { mismatch, SchemaMismatch } from "./schema-mismatch.ts";

/** Reads the values of a schema's fields out of objects. */
export class PropertyReader {
  readonly #fields: readonly {
    readonly field: Field;
    readonly convert: ConvertValue;
    readonly read: (raw: object) => unknown;
  }[];

  constructor(schema: Schema) {
    this.#fields = [...schema.fields.values()].map((field) => ({
      field,
      convert: converterOf(field, false),
      read: propertyReader(field.name),
    }));
  }

  /**
   * @param into becomes a value for each field, in the schema's order
   * @throws {@link SchemaMismatch} that says which field does not fit.
   */
  read(raw: unknown, into: StoreValue[]): void {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw))
      throw new SchemaMismatch(`${shownValue(raw)} is no object`);
    let index = 0;
    for (const { field, convert, read } of this.#fields) {
      const given = read(raw);
      const value = convert(given);
      if (value === undefined) throw mismatch(field, given);
      into[index++] = value;
    }
  }
}

function propertyReader(name: string): (raw: object) => unknown {
  if (!isInherited(name)) return (raw) => Reflect.get(raw, name);
  return (raw) => (Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined);
}
