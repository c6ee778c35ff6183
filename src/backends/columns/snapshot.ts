import {
  type AnyFormula,
  APPLY,
  type ColumnsTarget,
  type CompiledFormula,
  type FORMS,
  KIND,
  requireFormula,
} from "../../language/core/compiled.ts";
import { computedBy } from "../../language/core/computation.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { usesClock } from "../../language/core/uses.ts";
import { type Field, isComputed, type Schema } from "../../language/schema/index.ts";
import { recordValue } from "../../language/values/record-value.ts";
import { bindMethods } from "../../util/bind-methods.ts";
import { requireKind, requireOptions } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { allSteps } from "../../util/steps.ts";
import { type Compute, Run } from "../evaluation/compute.ts";
import { BLANK, decode } from "../evaluation/encoded-value.ts";
import type { ArrowPackage } from "./arrow/arrow-package.ts";
import { type MadeOf, makeTable } from "./arrow/to-table.ts";
import type { ColumnTable } from "./column-table.ts";
import { ColumnsError } from "./columns-error.ts";
import { ColumnLayout } from "./condition/column-layout.ts";
import { RowMask } from "./mask/row-mask.ts";
import { type SelectForms, type SelectOptions, selectingFrom } from "./order/select-rows.ts";
import { ColumnClosures } from "./select/column-closures.ts";
import { countOf, maskOf } from "./select/found-rows.ts";
import { listAt, readColumn } from "./select/read-column.ts";
import type { SelectPlan } from "./select/select-plan.ts";
import { BLOCK } from "./storage/blocks.ts";
import type { Column } from "./storage/column.ts";

/** The rows and fields to export as an Arrow table. */
export interface ToArrowOptions {
  /** The names of the fields, in the order of the columns; all fields of the schema unless given, computed ones too. */
  readonly fields?: readonly string[];
  /** The numbers of the rows, in the order of the table, as `select` returns them; all rows unless given. */
  readonly rows?: ArrayLike<number>;
}

/** A record of columns; a blank value is `null`. */
export type ColumnRecord = Readonly<
  Record<string, string | number | boolean | Date | readonly string[] | null>
>;

/** An immutable snapshot of columns. Rows that are appended later are not in it. */
export class ColumnsSnapshot implements ColumnsTarget<SelectForms> {
  declare readonly [FORMS]?: SelectForms;
  static {
    bindMethods(ColumnsSnapshot);
  }

  /** The schema of the records. */
  readonly schema: Schema;
  /** The number of rows. */
  readonly length: number;
  /** @internal The columns. */
  readonly table: ColumnTable;
  /** Compiled formulas of computed fields, for reading single rows. */
  readonly #readers = new WeakMap<CoreNode, Compute<number>>();

  private constructor(table: ColumnTable) {
    this.schema = table.schema;
    this.length = table.length;
    this.table = table;
  }

  /** @internal Called by `columns.snapshot()`. */
  static of(table: ColumnTable): ColumnsSnapshot {
    return new ColumnsSnapshot(table);
  }

  /** The numbers of the rows that match. */
  select(filter: AnyFormula | RowMask, options: SelectOptions = {}): Uint32Array {
    if (filter instanceof RowMask) {
      return allSteps(selectingFrom(this.table, this.table.planning(filter), options, true));
    }
    requireFormula(filter, "`select`");
    return filter.to(this, options);
  }

  /** The rows that match, as a mask. */
  mask(formula: AnyFormula): RowMask {
    requireFormula(formula, "`mask`");
    return maskOf(this.#planOf(formula));
  }

  /** The number of rows that match. */
  count(filter: AnyFormula | RowMask): number {
    if (!(filter instanceof RowMask)) requireFormula(filter, "`count`");
    return countOf(this.#planOf(filter));
  }

  /** The numbers of the rows that match, ascending, one block of rows at a time; blocks without a match are skipped. */
  scan(filter: AnyFormula | RowMask): Generator<Uint32Array, void, undefined> {
    if (!(filter instanceof RowMask)) requireFormula(filter, "`scan`");
    return this.#scan(filter);
  }

  *#scan(filter: AnyFormula | RowMask): Generator<Uint32Array, void, undefined> {
    const plan = this.#planOf(filter);
    const hits = new Int32Array(BLOCK);
    for (let block = 0; block < plan.blocks; block++) {
      const size = plan.run(block, hits, 0);
      if (size > 0) yield Uint32Array.from(hits.subarray(0, size));
    }
  }

  /** A row as a record of all fields. */
  record(row: number): ColumnRecord {
    return this.pick(row, [...this.schema.fields.keys()]);
  }

  /**
   * Some fields of a row.
   *
   * @throws {@link ColumnsError} if there is no such row or field
   */
  pick(row: number, fields: readonly string[]): ColumnRecord {
    this.#requireRow(row);
    requireKind(fields, "texts", "`pick`: the fields");
    const values = fields.map((name) => {
      const field = this.schema.fields.get(name);
      if (field === undefined) throw new ColumnsError(`there is no field ${quote(name)}`);
      const value = isComputed(field)
        ? this.#computedAt(field, row)
        : valueAt(this.table.columnOf(field), field, row);
      return [name, value] as const;
    });
    // Unlike an assignment, `fromEntries` also creates an own property for a field named `__proto__`.
    return Object.fromEntries(values);
  }

  #requireRow(row: number): void {
    requireKind(row, "number", "the number of a row");
    if (Number.isInteger(row) && row >= 0 && row < this.length) return;
    throw new ColumnsError(`there is no row ${row}`);
  }

  /** The value of a computed field, from its column if there is one. */
  #computedAt(field: Field, row: number): ColumnRecord[string] {
    const known = this.table.computed(field.name);
    if (known !== undefined) return valueAt(known.column, field, row);
    const computed = computedBy(field);
    /* v8 ignore next -- a field without a column is computed */
    if (computed === undefined) return null;
    const { root, now } = computed;
    let compute = this.#readers.get(root);
    if (compute === undefined) {
      const layout = new ColumnLayout(this.length, this.table.stored);
      compute = new ColumnClosures(layout, root).computing(root);
      this.#readers.set(root, compute);
    }
    const outcome = decode(root.type, compute(row, new Run(usesClock(root) ? now() : 0).next()));
    return recordValue(root.type, outcome);
  }

  /**
   * Exports the rows as a table of the given package `apache-arrow`, version 21 or later: `columns.toArrow(arrow)`.
   * Numbers of eight bytes and dictionary codes are not copied.
   */
  toArrow<Table extends object>(arrow: ArrowPackage<Table>, options: ToArrowOptions = {}): Table {
    return makeTable(arrow, this.#madeOf(options));
  }

  #madeOf(options: ToArrowOptions): MadeOf {
    requireOptions(options, "toArrow", { fields: "texts", rows: "iterable" });
    const { fields: names = [...this.schema.fields.keys()], rows } = options;
    const fields = names.map((name) => {
      const field = this.schema.fields.get(name);
      if (field === undefined) throw new ColumnsError(`there is no field ${quote(name)}`);
      return field;
    });
    const computed = allSteps(this.table.computing(fields.filter(isComputed)));
    if (rows !== undefined) {
      for (const row of Array.from(rows)) this.#requireRow(row);
    }
    return {
      fields: fields.map((field) => ({ field, column: computed.columnOf(field) })),
      length: rows?.length ?? this.length,
      rows,
    };
  }

  /** @internal */
  get [KIND](): "columns" {
    return "columns";
  }

  /** @internal Called by `formula.select`. */
  [APPLY](formula: CompiledFormula, options: SelectOptions = {}): Uint32Array {
    const { table } = this;
    const planning = table.planningOf(formula);
    return allSteps(selectingFrom(table, planning, options, formula.codeGeneration));
  }

  #planOf(filter: AnyFormula | RowMask): SelectPlan {
    return allSteps(this.table.planning(filter));
  }
}

function valueAt(column: Column, { type }: Field, row: number): ColumnRecord[string] {
  if (column.kind === "lists") {
    const list = listAt(column, row);
    return list.length === 0 ? null : list;
  }
  if (column.kind === "flags" && column.isMissing?.(row) === true) return null;
  const value = readColumn(column)(row, new Run(0));
  if (value === BLANK || value === "") return null;
  return type === "date" && typeof value === "number" ? new Date(value) : value;
}
