/* Columns: records held field by field in typed arrays, and fast searches in them. */

import {
  type AnyFormula,
  APPLY,
  type ColumnsTarget,
  type CompiledFormula,
  type FORMS,
  KIND,
} from "../../language/core/compiled.ts";
import { requireSchema, type Schema } from "../../language/schema/index.ts";
import { bindMethods } from "../../util/bind-methods.ts";
import { requireKind, requireOptions } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { allSteps } from "../../util/steps.ts";
import type { ArrowTable } from "../arrow-layout/arrow-data.ts";
import type { ArrowPackage } from "./arrow/arrow-package.ts";
import { fillStore } from "./arrow/fill-store.ts";
import { fieldsOfTable, requireTable } from "./arrow/table-fields.ts";
import { ColumnTable } from "./column-table.ts";
import { ColumnsError } from "./columns-error.ts";
import type { RowMask } from "./mask/row-mask.ts";
import type { SelectForms, SelectOptions } from "./order/select-rows.ts";
import type { ColumnStrategy } from "./select/tier.ts";
import { type ColumnRecord, ColumnsSnapshot, type ToArrowOptions } from "./snapshot.ts";
import { BLOCK } from "./storage/blocks.ts";
import type { ColumnStore } from "./storage/column.ts";
import { gather } from "./storage/gather.ts";
import { storeOf } from "./storage/store-of.ts";

/** Options of {@link Columns}. */
export interface ColumnsOptions {
  /**
   * The maximum number of distinct texts in a field's dictionary; a field with more is stored without one. 1,048,576 by
   * default.
   */
  readonly mostDistinct?: number;
  /** @internal For tests. */
  readonly strategy?: ColumnStrategy;
}

/**
 * Records stored as columns: `Columns.from(cars, schema)`. `formula.select(columns)` returns the numbers of the rows
 * that match, several times faster than the formula filters objects. Rows may hold anything: a value that is not of its
 * field's type is blank.
 */
export class Columns implements ColumnsTarget<SelectForms> {
  declare readonly [FORMS]?: SelectForms;
  static {
    bindMethods(Columns);
  }

  /** The schema of the records. */
  readonly schema: Schema;
  readonly #options: ColumnsOptions;
  readonly #stores: readonly (readonly [name: string, store: ColumnStore])[];
  #length = 0;
  #snapshot: ColumnsSnapshot | undefined;
  #isAppending = false;

  private constructor(schema: Schema, options: ColumnsOptions) {
    requireSchema(schema, "Columns");
    requireOptions(options, "Columns", { mostDistinct: "number" });
    this.schema = schema;
    this.#options = options;
    this.#stores = [...schema.stored].map(([name, { type }]) => [
      name,
      storeOf(type, options.mostDistinct),
    ]);
  }

  /** Columns of some rows; `[]` if all are appended later. */
  static from(rows: Iterable<unknown>, schema: Schema, options: ColumnsOptions = {}): Columns {
    const columns = new Columns(schema, options);
    columns.append(rows);
    return columns;
  }

  /**
   * Creates columns from a table of the package `apache-arrow`, version 21 or later. Numbers and dictionary codes are
   * not copied if their layout matches: do not change the table afterwards. A value means the same as in a row.
   *
   * @param schema the fields; unless given, it has every column that a type of field can represent
   * @throws {@link ColumnsError} for a field without a column of its type, for corrupt data, and for an integer or a
   * decimal that a number would round
   */
  static fromArrow(table: ArrowTable, schema?: Schema, options: ColumnsOptions = {}): Columns {
    requireTable(table);
    if (schema !== undefined) requireSchema(schema, "fromArrow");
    const found = fieldsOfTable(table, schema);
    const columns = new Columns(found.schema, options);
    const stores = new Map(columns.#stores);
    for (const field of found.fields) {
      const store = stores.get(field.field.name);
      /* v8 ignore next -- each field of the schema has a store */
      if (store !== undefined) allSteps(fillStore(store, field));
    }
    columns.#length = found.length;
    return columns;
  }

  /** The number of rows. */
  get length(): number {
    return this.#length;
  }

  /**
   * The number of bytes that the columns take, including computed columns and decoded texts. The size of strings is an
   * estimate.
   */
  get memory(): number {
    let bytes = this.#snapshot?.table.keptBytes ?? 0;
    for (const [, store] of this.#stores) bytes += store.bytes;
    return bytes;
  }

  /** Adds rows at the end. Existing snapshots do not change. */
  append(rows: Iterable<unknown>): void {
    requireKind(rows, "iterable", "`Columns`: the rows");
    if (this.#isAppending)
      throw new ColumnsError("rows cannot be appended while others are being appended");
    this.#isAppending = true;
    try {
      if (Array.isArray(rows)) this.#appendAll(rows);
      else {
        let batch: unknown[] = [];
        for (const row of rows) {
          batch.push(row);
          if (batch.length < BLOCK) continue;
          this.#appendAll(batch);
          batch = [];
        }
        this.#appendAll(batch);
      }
    } finally {
      this.#isAppending = false;
    }
  }

  /**
   * Adds rows given as one array or typed array for each field: `{ vin: ["A"], price: [42_000] }`. A value means the
   * same as in a row; a field without an array is blank.
   *
   * @throws {@link ColumnsError} for a field that the schema does not have, and for arrays of different lengths; then
   * no row is added
   */
  appendColumns(values: Readonly<Record<string, ArrayLike<unknown>>>): void {
    if (this.#isAppending)
      throw new ColumnsError("rows cannot be appended while others are being appended");
    requireKind(values, "object", "`appendColumns`: the values");
    this.#isAppending = true;
    try {
      const given = new Map(Object.entries(values));
      const length = this.#lengthOf(given);
      const raw: unknown[] = [];
      for (let from = 0; from < length; from += BLOCK) {
        const to = Math.min(from + BLOCK, length);
        for (const [name, store] of this.#stores) {
          gatherValues(given.get(name), from, to, raw);
          store.write(raw, to - from, this.#length);
        }
        this.#length += to - from;
        this.#snapshot = undefined;
      }
    } finally {
      this.#isAppending = false;
    }
  }

  /** The common length of the arrays. @throws {@link ColumnsError} if the lengths differ */
  #lengthOf(given: ReadonlyMap<string, ArrayLike<unknown>>): number {
    let length: number | undefined;
    for (const [name, values] of given) {
      if (!this.schema.stored.has(name)) {
        const isKnown = this.schema.fields.has(name);
        throw new ColumnsError(
          isKnown
            ? `${quote(name)} is computed by a formula, and has no values of its own`
            : `there is no field ${quote(name)}`,
        );
      }
      if (!isArrayOrTyped(values)) {
        throw new ColumnsError(`the values of ${quote(name)} are not an array`);
      }
      length ??= values.length;
      if (values.length !== length) {
        throw new ColumnsError(
          `there are ${values.length} values of ${quote(name)}, and ${length} of another field`,
        );
      }
    }
    return length ?? 0;
  }

  #appendAll(rows: readonly unknown[]): void {
    const raw: unknown[] = [];
    const { length } = rows;
    for (let from = 0; from < length; from += BLOCK) {
      const to = Math.min(from + BLOCK, length);
      // A block is written field by field while its rows are in the processor's cache.
      for (const [name, store] of this.#stores) {
        gather(rows, from, to, name, raw);
        store.write(raw, to - from, this.#length);
      }
      // The rows become visible only after all their fields are written.
      this.#length += to - from;
      this.#snapshot = undefined;
    }
  }

  /** The current rows. A snapshot does not change when rows are appended. */
  snapshot(): ColumnsSnapshot {
    if (this.#snapshot === undefined) {
      const columns = this.#stores.map(
        ([name, store]) => [name, store.read(this.#length)] as const,
      );
      const { strategy = "adaptive" } = this.#options;
      const table = ColumnTable.of(this.schema, this.#length, new Map(columns), strategy);
      this.#snapshot = ColumnsSnapshot.of(table);
    }
    return this.#snapshot;
  }

  /** The numbers of the rows that match: ascending, or in the order given by the options. */
  select(filter: AnyFormula | RowMask, options: SelectOptions = {}): Uint32Array {
    return this.snapshot().select(filter, options);
  }

  /** The rows that match, as a mask with one bit for each row. */
  mask(formula: AnyFormula): RowMask {
    return this.snapshot().mask(formula);
  }

  /** The number of rows that match. */
  count(filter: AnyFormula | RowMask): number {
    return this.snapshot().count(filter);
  }

  /**
   * The numbers of the rows that match, ascending, one block of rows at a time. Rows appended after the call are not
   * included.
   */
  scan(filter: AnyFormula | RowMask): Generator<Uint32Array, void, undefined> {
    return this.snapshot().scan(filter);
  }

  /** A row as a record of all fields, including computed ones. */
  record(row: number): ColumnRecord {
    return this.snapshot().record(row);
  }

  /**
   * Exports the rows as a table of the given package `apache-arrow`, version 21 or later: `columns.toArrow(arrow)`.
   * Numbers of eight bytes and dictionary codes are not copied.
   */
  toArrow<Table extends object>(arrow: ArrowPackage<Table>, options: ToArrowOptions = {}): Table {
    return this.snapshot().toArrow(arrow, options);
  }

  /** Some fields of a row. */
  pick(row: number, fields: readonly string[]): ColumnRecord {
    return this.snapshot().pick(row, fields);
  }

  /** @internal */
  get [KIND](): "columns" {
    return "columns";
  }

  /** @internal Called by `formula.select`. */
  [APPLY](formula: CompiledFormula, options: SelectOptions = {}): Uint32Array {
    return this.snapshot()[APPLY](formula, options);
  }
}

/** A string has a length and indexes, too, but passing one is a mistake. */
function isArrayOrTyped(values: unknown): boolean {
  return Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
}

/** Copies a range of values to the start of `into`. A value that throws on access is `undefined`, as in a row. */
function gatherValues(
  values: ArrayLike<unknown> | undefined,
  from: number,
  to: number,
  into: unknown[],
): void {
  for (let index = from; index < to; index++) {
    try {
      into[index - from] = values?.[index];
    } catch {
      into[index - from] = undefined;
    }
  }
}
