import type { Field, Schema } from "../../schema/index.ts";
import { describeType } from "../../types/value-type.ts";
import { quote } from "../../util/quote.ts";
import { isInherited } from "../../values/row-value.ts";
import type { StoreRecord } from "../store.ts";
import { shownValue } from "./data-error.ts";
import { type ConvertValue, converterOf } from "./field-values.ts";
import { RecordShape, type StoreValue } from "./record-shape.ts";
import { SharedTexts } from "./shared-texts.ts";

/** A raw record that does not fit the schema. */
export class Misfit extends Error {
  override readonly name = "Misfit";
}

export interface RawLayout {
  /** Names of the cells, where raw records are lists of cells; they are objects otherwise. */
  readonly header?: readonly string[] | undefined;
  /** Whether cells are texts, whatever they mean. */
  readonly isText?: boolean;
  /** Whether records will be kept: texts that come again and again are then held once. */
  readonly isKept?: boolean;
}

interface Column {
  readonly field: Field;
  readonly convert: ConvertValue;
  readonly read: (raw: object) => unknown;
  readonly texts: SharedTexts | undefined;
}

/** Makes records of raw ones: every field of the schema that is not hidden, in the schema's order. */
export class RecordMaker {
  readonly #columns: readonly Column[];
  readonly #shape: RecordShape;
  readonly #isCells: boolean;
  readonly #values: StoreValue[] = [];

  constructor(schema: Schema, { header, isText = false, isKept = false }: RawLayout = {}) {
    const fields = [...schema.fields.values()];
    this.#isCells = header !== undefined;
    this.#columns = fields.map((field) => ({
      field,
      convert: converterOf(field, isText),
      read:
        header === undefined ? propertyReader(field.name) : cellReader(header.indexOf(field.name)),
      texts: isKept ? new SharedTexts() : undefined,
    }));
    this.#shape = new RecordShape(fields.map(({ name }) => name));
  }

  /** @throws {@link Misfit} that says which field does not fit. */
  make(raw: unknown): StoreRecord {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw) !== this.#isCells)
      throw new Misfit(`${shownValue(raw)} is no object`);
    const values = this.#values;
    let index = 0;
    for (const { field, convert, read, texts } of this.#columns) {
      const given = read(raw);
      const value = convert(given);
      if (value === undefined) throw misfit(field, given);
      values[index++] = texts === undefined ? value : shared(value, texts);
    }
    return this.#shape.make(values);
  }
}

function shared(value: StoreValue, texts: SharedTexts): StoreValue {
  if (typeof value === "string") return texts.of(value);
  return Array.isArray(value) ? value.map((text) => texts.of(text)) : value;
}

function misfit({ name, type }: Field, value: unknown): Misfit {
  return new Misfit(`${quote(name)} is not ${describeType(type)}: ${shownValue(value)}`);
}

function propertyReader(name: string): (raw: object) => unknown {
  if (!isInherited(name)) return (raw) => Reflect.get(raw, name);
  return (raw) => (Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined);
}

function cellReader(place: number): (raw: object) => unknown {
  return (raw) => (Array.isArray(raw) ? raw[place] : undefined);
}
