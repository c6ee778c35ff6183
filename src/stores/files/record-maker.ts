import type { Schema } from "../../schema/index.ts";
import type { StoreRecord } from "../store.ts";
import type { ColumnBatch } from "./convert-columns.ts";
import { RecordShape, type StoreValue } from "./record-shape.ts";
import { SharedTexts } from "./shared-texts.ts";

/** Makes records of values: every field of the schema that is not hidden, in the schema's order. */
export class RecordMaker {
  readonly #shape: RecordShape;
  /** Of each field, where texts that come again and again are held once. */
  readonly #texts: readonly SharedTexts[] | undefined;

  /** @param isKept whether all records will be kept */
  constructor(schema: Schema, isKept = false) {
    const names = [...schema.fields.keys()];
    this.#shape = new RecordShape(names);
    this.#texts = isKept ? names.map(() => new SharedTexts()) : undefined;
  }

  make({ columns, places }: ColumnBatch): readonly StoreRecord[] {
    const values: StoreValue[] = [];
    return places.map((_, row) => {
      for (let index = 0; index < columns.length; index++) {
        const value = columns[index]?.[row] ?? null;
        const texts = this.#texts?.[index];
        values[index] = texts === undefined ? value : shared(value, texts);
      }
      return this.#shape.make(values);
    });
  }
}

function shared(value: StoreValue, texts: SharedTexts): StoreValue {
  if (typeof value === "string") return texts.of(value);
  return Array.isArray(value) ? value.map((text) => texts.of(text)) : value;
}
