// This folder holds the values of single fields as columns, whoever reads them and in which thread.

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

/** The values of a field in some records, as they are sent to another thread. */
export interface SentValues {
  readonly column: SharedColumn;
  /** A bit for each record without a boolean. */
  readonly missing: Uint32Array | undefined;
  readonly longest: number;
}

/** The values of a field. More can be added. */
export class FieldColumn {
  readonly field: Field;
  /** Which blanks were given. */
  readonly blanks: UnusualBlanks;
  /** The most UTF-16 units in a value. In a list, each item counts as one more. */
  longest = 0;
  #store: ColumnStore;
  /** What the store had, as soon as it was moved. */
  #shared: Column | undefined;
  #length = 0;

  /** @param plain given if the field's texts are known not to repeat */
  constructor(field: Field, plain?: PlainTexts) {
    this.field = field;
    this.blanks = new UnusualBlanks(field.type);
    this.#store = storeOf(field.type, undefined, plain);
  }

  /** How texts are held, if they turned out not to repeat. */
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

  /** Moves the values to memory that threads share, in steps. No more may be added. Returns what is sent to threads. */
  *sharing(): Steps<SharedColumn> {
    const { column, sent } = yield* sharing(this.read(), this.#length);
    this.clear();
    this.#shared = column;
    return sent;
  }

  /** The same with what is known of the values. */
  *sending(): Steps<SentValues> {
    return { column: yield* this.sharing(), missing: this.blanks.bits, longest: this.longest };
  }

  /** Lets the values go. What is known of them stays. */
  clear(): void {
    this.#store = storeOf(this.field.type);
    this.#shared = undefined;
  }

  /** Adds the values of so many records that another thread has read. */
  append({ column, missing, longest }: SentValues, count: number): void {
    if (missing !== undefined) {
      this.blanks.noteMissing(this.#length, count, (place) => isMarked(missing, place));
    }
    this.longest = Math.max(this.longest, longest);
    this.#store.append(receivedColumn(column), count, this.#length);
    this.#length += count;
  }
}

/** Where the first blank is that no key may be; -1 if there is none. */
export function firstBlank(values: readonly StoreValue[]): number {
  return values.findIndex((value) => value === null || value === "");
}
