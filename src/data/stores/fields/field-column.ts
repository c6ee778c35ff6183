// This folder holds the values of single fields as columns. It does not depend on who reads them or in which thread.

import {
  receivedColumn,
  type SharedColumn,
  sharing,
} from "../../../backends/columns/shared/shared-column.ts";
import type { Column, ColumnStore } from "../../../backends/columns/storage/column.ts";
import { storeOf } from "../../../backends/columns/storage/store-of.ts";
import { type PlainTexts, TextStore } from "../../../backends/columns/storage/text-store.ts";
import { constantLength } from "../../../language/core/price-rules.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Steps } from "../../../util/steps.ts";
import type { StoreValue } from "../files/record-shape.ts";
import { isMarked, UnusualBlanks } from "./unusual-blanks.ts";

/** The values of a field in some records, in the form that is sent to another thread. */
export interface SentValues {
  readonly column: SharedColumn;
  /** A bit for each record without a boolean. */
  readonly missing: Uint32Array | undefined;
  readonly longest: number;
}

/** A growing column with the values of a field. */
export class FieldColumn {
  readonly field: Field;
  /** The rows whose boolean is missing. */
  readonly blanks: UnusualBlanks;
  /** The most UTF-16 units in a value. In a list, each item counts as one more. */
  longest = 0;
  #store: ColumnStore;
  /** The column in shared memory, once it was moved there. */
  #shared: Column | undefined;
  #length = 0;

  /** @param plain given if the field's texts are known not to repeat */
  constructor(field: Field, plain?: PlainTexts) {
    this.field = field;
    this.blanks = new UnusualBlanks(field.type);
    this.#store = storeOf(field.type, undefined, plain);
  }

  /** The storage of texts, once they turned out not to repeat. */
  get plain(): PlainTexts | undefined {
    return this.#store instanceof TextStore ? this.#store.plain : undefined;
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
    return this.#shared ?? this.#store.read(this.#length);
  }

  /**
   * Moves the values to shared memory, in steps, and returns the message for threads. Nothing may be added afterwards.
   */
  *sharing(): Steps<SharedColumn> {
    const { column, sent } = yield* sharing(this.read(), this.#length);
    this.clear();
    this.#shared = column;
    return sent;
  }

  /** Like `sharing`, with the missing booleans and the longest length. */
  *sending(): Steps<SentValues> {
    return { column: yield* this.sharing(), missing: this.blanks.bits, longest: this.longest };
  }

  /** Frees the values. `blanks` and `longest` stay. */
  clear(): void {
    this.#store = storeOf(this.field.type);
    this.#shared = undefined;
  }

  /** Appends the values of `count` records that another thread has read. */
  append({ column, missing, longest }: SentValues, count: number): void {
    if (missing !== undefined) {
      this.blanks.noteMissing(this.#length, count, (place) => isMarked(missing, place));
    }
    this.longest = Math.max(this.longest, longest);
    this.#store.append(receivedColumn(column), count, this.#length);
    this.#length += count;
  }
}

/** The index of the first value that cannot be a key since it is blank; -1 if there is none. */
export function firstBlank(values: readonly StoreValue[]): number {
  return values.findIndex((value) => value === null || value === "");
}
