// This folder holds the values of single fields as columns. It does not depend on who reads them or in which thread.

import type { Column, ColumnStore } from "../../../backends/columns/storage/column.ts";
import { storeOf } from "../../../backends/columns/storage/store-of.ts";
import { constantLength } from "../../../language/core/price-rules.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { StoreValue } from "../files/record-shape.ts";
import { UnusualBlanks } from "./unusual-blanks.ts";

/** A growing column with the values of a field. */
export class FieldColumn {
  readonly field: Field;
  /** The rows whose boolean is missing. */
  readonly blanks: UnusualBlanks;
  /** The most UTF-16 units in a value. In a list, each item counts as one more. */
  longest = 0;
  #store: ColumnStore;
  #length = 0;

  constructor(field: Field) {
    this.field = field;
    this.blanks = new UnusualBlanks(field.type);
    this.#store = storeOf(field.type);
  }

  add(values: readonly StoreValue[]): void {
    this.blanks.note(values, this.#length);
    const { type } = this.field;
    for (const value of type === "text" || type === "list" ? values : []) {
      if (typeof value !== "string" && !Array.isArray(value)) continue;
      this.longest = Math.max(this.longest, constantLength(value));
    }
    this.#store.write(values, values.length, this.#length);
    this.#length += values.length;
  }

  read(): Column {
    return this.#store.read(this.#length);
  }

  /** Frees the values. `blanks` and `longest` stay. */
  clear(): void {
    this.#store = storeOf(this.field.type);
  }
}

/** The index of the first value that cannot be a key since it is blank; -1 if there is none. */
export function firstBlank(values: readonly StoreValue[]): number {
  return values.findIndex((value) => value === null || value === "");
}
