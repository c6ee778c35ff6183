import {
  type AnyFormula,
  COMPILE,
  type CompiledFormula,
  type FormulaTarget,
  KIND,
  requireFormula,
} from "../core/compiled.ts";
import { computedBy } from "../core/computation.ts";
import type { CoreNode } from "../core/node.ts";
import { usesClock } from "../core/uses.ts";
import { type Compute, Run } from "../in-memory/compute.ts";
import { BLANK, decode } from "../in-memory/encoding.ts";
import {
  type Field,
  isComputed,
  type OrderKey,
  orderKeys,
  requireComputed,
  requireKey,
  requireLimit,
  type Schema,
  type SortKey,
} from "../schema/index.ts";
import { bindMethods } from "../util/bind-methods.ts";
import { requireKind, requireOptions } from "../util/misuse.ts";
import { quote } from "../util/quote.ts";
import { allSteps, type Steps } from "../util/steps.ts";
import type { Outcome } from "../values/plain.ts";
import { recordValue } from "../values/record-value.ts";
import type { ArrowPackage } from "./arrow/arrow-package.ts";
import { type MadeOf, makeTable } from "./arrow/to-table.ts";
import { ColumnsError } from "./columns-error.ts";
import { type ComputedColumn, computeColumn } from "./computed/compute-column.ts";
import { ConditionPlans } from "./computed/condition-plans.ts";
import { KeptColumns } from "./computed/kept-columns.ts";
import { Layout } from "./condition/layout.ts";
import { RowMask } from "./mask/row-mask.ts";
import { BestRows } from "./order/best-rows.ts";
import { RowOrder } from "./order/row-order.ts";
import { TextRanks } from "./order/text-ranks.ts";
import { withScratch } from "./scratch.ts";
import { ColumnClosures } from "./select/column-closures.ts";
import { maskStage } from "./select/mask-stage.ts";
import { Plan } from "./select/plan.ts";
import { listAt, readColumn } from "./select/read-column.ts";
import { type ColumnStrategy, tierFor } from "./select/tier.ts";
import { BLOCK } from "./storage/blocks.ts";
import type { Column } from "./storage/column.ts";

/** Which of the rows that match are wanted, and in which order. */
export interface SelectOptions {
  /** The fields to sort by, and then the schema's key. Without `sort` and `after`, rows are in ascending order. */
  readonly sort?: readonly SortKey[];
  /** The largest number of rows to return. */
  readonly limit?: number;
  /**
   * A record with the fields of `sort` and the key: only rows that come after it in the order are returned. Without
   * `sort`, the order is that of the key.
   */
  readonly after?: unknown;
}

/** The kinds of the options of `select`. */
export const SELECT_KINDS = { sort: "objects", limit: "number", after: "object" } as const;

/** Which rows, and which of their fields, a table of Arrow has. */
export interface ToArrowOptions {
  /** The names of the fields, in the order of the columns; all fields of the schema unless given, computed ones too. */
  readonly fields?: readonly string[];
  /** The numbers of the rows in the order of the table, as `select` returns them; all rows unless given. */
  readonly rows?: ArrayLike<number>;
}

/** A record of columns; a blank value is `null`. */
export type ColumnRecord = Readonly<
  Record<string, string | number | boolean | Date | readonly string[] | null>
>;

/** If there are fewer rows than this for each wanted one, all rows that match are sorted. */
const WORTH_SORTING = 8;

/** The rows that columns held at one moment. Rows that are appended later do not change it. */
export class ColumnsSnapshot implements FormulaTarget<SelectOptions | undefined, Uint32Array> {
  static {
    bindMethods(ColumnsSnapshot);
  }

  /** The schema of the records. */
  readonly schema: Schema;
  /** How many rows there are. */
  readonly length: number;
  readonly #columns: Map<string, Column>;
  /** @internal How conditions and values are computed. */
  readonly strategy: ColumnStrategy;
  /** What computes the values of computed fields for single rows. */
  readonly #readers = new WeakMap<CoreNode, Compute<number>>();
  readonly #kept: KeptColumns;
  readonly #plans: ConditionPlans;
  /** The columns of computed fields that depend on the time, by their names. */
  readonly #timed: ReadonlyMap<string, ComputedColumn>;

  private constructor(
    schema: Schema,
    length: number,
    columns: Map<string, Column>,
    strategy: ColumnStrategy,
    kept = new KeptColumns(),
    timed: ReadonlyMap<string, ComputedColumn> = new Map(),
    plans?: ConditionPlans,
  ) {
    this.schema = schema;
    this.length = length;
    this.#columns = columns;
    this.strategy = strategy;
    this.#kept = kept;
    this.#timed = timed;
    const columnOf = (field: Field): Column => this.#column(field);
    this.#plans =
      plans ?? new ConditionPlans({ schema, length, columns, strategy, columnOf }, kept);
  }

  /** @internal Called by `columns.snapshot()`. */
  static of(
    schema: Schema,
    length: number,
    columns: Map<string, Column>,
    strategy: ColumnStrategy,
  ): ColumnsSnapshot {
    return new ColumnsSnapshot(schema, length, columns, strategy);
  }

  /** The numbers of the rows that match. */
  select(filter: AnyFormula | RowMask, options: SelectOptions = {}): Uint32Array {
    if (filter instanceof RowMask) return allSteps(this.selecting(filter, options, true));
    requireFormula(filter, "`select`");
    return filter.to(this, options);
  }

  /** @internal Selects rows of a mask, in steps; `codeGeneration` is for the computed fields of the order. */
  *selecting(mask: RowMask, options: SelectOptions, codeGeneration: boolean): Steps<Uint32Array> {
    const plan = yield* this.#planningMask(mask);
    return yield* this.#selecting(plan, options, codeGeneration);
  }

  /** The rows that match, as a mask. */
  mask(formula: AnyFormula): RowMask {
    requireFormula(formula, "`mask`");
    const plan = this.#planOf(formula);
    const hits = new Int32Array(BLOCK);
    const words = RowMask.wordsFor(this.length);
    let count = 0;
    for (let block = 0; block < plan.blocks; block++) count += plan.mark(block, hits, words);
    return RowMask.of(this.length, words, count);
  }

  /** How many rows match. */
  count(filter: AnyFormula | RowMask): number {
    if (!(filter instanceof RowMask)) requireFormula(filter, "`count`");
    const plan = this.#planOf(filter);
    const hits = new Int32Array(BLOCK);
    let count = 0;
    for (let block = 0; block < plan.blocks; block++) count += plan.count(block, hits);
    return count;
  }

  /** The numbers of the rows that match, ascending, one block of rows at a time; a block without any is left out. */
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
        : valueAt(this.#column(field), field, row);
      return [name, value] as const;
    });
    // Unlike an assignment, this makes an own property of a field named `__proto__`, too.
    return Object.fromEntries(values);
  }

  #requireRow(row: number): void {
    requireKind(row, "number", "the number of a row");
    if (Number.isInteger(row) && row >= 0 && row < this.length) return;
    throw new ColumnsError(`there is no row ${row}`);
  }

  #computed(name: string): ComputedColumn | undefined {
    return this.#timed.get(name) ?? this.#kept.get(name);
  }

  /** The value of a computed field: that of its column, if there is one. */
  #computedAt(field: Field, row: number): ColumnRecord[string] {
    const known = this.#computed(field.name);
    if (known !== undefined) return valueAt(known.column, field, row);
    const computed = computedBy(field);
    /* v8 ignore next -- a field without a column is computed */
    if (computed === undefined) return null;
    const { root, now } = computed;
    let compute = this.#readers.get(root);
    if (compute === undefined) {
      const layout = new Layout(this.length, this.#columns);
      compute = new ColumnClosures(layout, root).computing(root);
      this.#readers.set(root, compute);
    }
    const outcome = decode(root.type, compute(row, new Run(usesClock(root) ? now() : 0).next()));
    return recordValue(root.type, outcome);
  }

  /**
   * The rows as a table of the package `apache-arrow`, 21 or later, which is given: `columns.toArrow(arrow)`. Numbers of
   * eight bytes, and the codes of texts that repeat, are not copied.
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
    const computed = allSteps(this.computing(fields.filter(isComputed)));
    if (rows !== undefined) {
      for (const row of Array.from(rows)) this.#requireRow(row);
    }
    return {
      fields: fields.map((field) => ({ field, column: computed.#column(field) })),
      length: rows?.length ?? this.length,
      rows,
    };
  }

  /** @internal The formula's value for each row. */
  outcomes(formula: AnyFormula): readonly Outcome[] {
    return formula.to<undefined, readonly Outcome[]>({
      [COMPILE]: ({ root, now }) => {
        const layout = new Layout(this.length, this.#columns);
        const compute = new ColumnClosures(layout, root).computing(root);
        const run = new Run(usesClock(root) ? now() : 0);
        return Array.from({ length: this.length }, (_, row) =>
          decode(root.type, compute(row, run.next())),
        );
      },
    });
  }

  /** @internal Makes the plan of a search, in steps. Without a filter, every row matches. */
  planning(filter: AnyFormula | RowMask | undefined): Steps<Plan> {
    if (filter instanceof RowMask) return this.#planningMask(filter);
    if (filter === undefined) {
      const layout = new Layout(this.length, this.#columns);
      return Plan.making(undefined, layout, tierFor(this.strategy, this.length, true));
    }
    return filter.to<undefined, Steps<Plan>>({
      [COMPILE]: (compiled) => this.#plans.making(compiled),
    });
  }

  // biome-ignore lint/correctness/useYield: it is one step
  *#planningMask(mask: RowMask): Steps<Plan> {
    if (mask.length !== this.length) {
      throw new ColumnsError(
        `the mask has ${mask.length} rows, and the columns have ${this.length}`,
      );
    }
    return Plan.of(this.length, tierFor(this.strategy, this.length, true), maskStage(mask));
  }

  /**
   * @internal Computes the columns of those fields that are computed, in steps. The result has the same rows. The columns
   * are kept; those that depend on the time are in the result only.
   */
  *computing(fields: Iterable<Field>, codeGeneration = true): Steps<ColumnsSnapshot> {
    const { strategy } = this;
    const timed = new Map(this.#timed);
    for (const field of fields) {
      const computed =
        this.#computed(field.name) === undefined && !timed.has(field.name)
          ? computedBy(field)
          : undefined;
      if (computed === undefined) continue;
      const layout = new Layout(this.length, this.#columns);
      const made = yield* computeColumn(computed, layout, { strategy, codeGeneration });
      if (usesClock(computed.root)) timed.set(field.name, made);
      else this.#kept.set(field.name, made);
    }
    if (timed.size === this.#timed.size) return this;
    return new ColumnsSnapshot(
      this.schema,
      this.length,
      this.#columns,
      this.strategy,
      this.#kept,
      timed,
      this.#plans,
    );
  }

  /** @internal The columns, which may be replaced by equal ones before anything else is done with them. */
  get columns(): Map<string, Column> {
    return this.#columns;
  }

  /** @internal About how many bytes the columns of computed fields take, and decoded texts. */
  get keptBytes(): number {
    let bytes = this.#kept.bytes;
    for (const column of this.#columns.values()) {
      if (column.kind === "texts") bytes += column.reader.bytes;
    }
    return bytes;
  }

  /** @internal How long the values of a computed field are; `undefined` if its column was not computed. */
  longestComputed(name: string): number | undefined {
    return this.#computed(name)?.longest;
  }

  /** @internal Does a piece of the work that comes before an order; returns whether any is left. */
  prepareOrder(keys: readonly OrderKey[]): boolean {
    return keys.some(({ field }) => {
      const column = this.#column(field);
      return column.kind === "codes" && TextRanks.of(column).prepare();
    });
  }

  /** @internal Whether so few rows of an order are wanted that most of the others are not even tested. */
  needsFew(limit: number): boolean {
    return limit <= this.length / WORTH_SORTING;
  }

  /** @internal An order of the rows. */
  order(keys: readonly OrderKey[]): RowOrder {
    return new RowOrder(keys, (field) => this.#column(field));
  }

  /** @internal The column of a field; `undefined` if there is no such field, or if its column was not computed. */
  column(name: string): Column | undefined {
    return this.#columns.get(name) ?? this.#computed(name)?.column;
  }

  get [KIND](): "columns" {
    return "columns";
  }

  /** Called by `formula.select`. */
  [COMPILE](formula: CompiledFormula, options: SelectOptions = {}): Uint32Array {
    const plan = allSteps(this.#plans.making(formula));
    return allSteps(this.#selecting(plan, options, formula.codeGeneration));
  }

  *#selecting(plan: Plan, options: SelectOptions, codeGeneration: boolean): Steps<Uint32Array> {
    requireOptions(options, "select", SELECT_KINDS);
    const { sort, limit = this.length, after } = options;
    requireLimit(limit, "select");
    if (sort !== undefined || after !== undefined) {
      return yield* this.#sorting(plan, options, limit, codeGeneration);
    }
    return this.#withRows(plan, limit, (rows) => rows.slice(0, limit));
  }

  /** @internal Makes what finds the first few rows of an order, in steps. */
  *choosing(
    plan: Plan,
    options: SelectOptions,
    limit: number,
    codeGeneration: boolean,
  ): Steps<BestRows> {
    const { order, isWanted } = yield* this.#ordering(options, codeGeneration);
    return new BestRows(plan, order, limit, isWanted);
  }

  *#ordering(
    { sort = [], after }: SelectOptions,
    codeGeneration: boolean,
  ): Steps<{
    readonly order: RowOrder;
    readonly isWanted: ((row: number) => boolean) | undefined;
  }> {
    const { schema } = this;
    const keys = orderKeys(schema, sort, "select");
    const fields = keys.map(({ field }) => field);
    const computed = yield* this.computing(fields, codeGeneration);
    // Rows of columns may lack fields and have blank keys, so a position may, too.
    if (after !== undefined) {
      requireKey(schema, "select");
      requireComputed(keys, after, "select");
    }
    while (computed.prepareOrder(keys)) yield;
    const order = computed.order(keys);
    return { order, isWanted: after === undefined ? undefined : order.isAfter(after) };
  }

  *#sorting(
    plan: Plan,
    options: SelectOptions,
    limit: number,
    codeGeneration: boolean,
  ): Steps<Uint32Array> {
    const { order, isWanted } = yield* this.#ordering(options, codeGeneration);
    if (limit === 0) return new Uint32Array(0);
    if (this.needsFew(limit)) {
      const best = new BestRows(plan, order, limit, isWanted);
      while (best.goOn()) yield;
      return yield* best.sorting();
    }
    const wanted = this.#withRows(plan, this.length, (rows) =>
      isWanted === undefined ? rows.slice() : rows.filter(isWanted),
    );
    yield* order.sorting(wanted);
    return wanted.slice(0, limit);
  }

  /** @internal The first rows that match, as many as are enough, in pieces; `undefined` if it may not go on before they are found. */
  /* v8 ignore start -- a thread of a pool calls it, whose code is not counted */
  rowsFound(plan: Plan, enough: number, mayGoOn: () => boolean): Uint32Array | undefined {
    return withScratch(this.length, (hits) => {
      let size = 0;
      let piece = FIRST_PIECE;
      for (let at = 0; at < this.length && size < enough; piece = Math.min(2 * piece, BLOCK)) {
        if (!mayGoOn()) return;
        const end = Math.min(at + piece, (at & -BLOCK) + BLOCK, this.length);
        size = plan.find(at, end, hits, size);
        at = end;
      }
      return new Uint32Array(hits.buffer, 0, Math.min(size, enough)).slice();
    });
  }
  /* v8 ignore stop */

  /** Calls `use` with at least the first `enough` rows that match, in an array that later calls write to. */
  #withRows<T>(plan: Plan, enough: number, use: (rows: Uint32Array) => T): T {
    return withScratch(this.length, (hits) => {
      let size = 0;
      for (let block = 0; block < plan.blocks && size < enough; block++) {
        size = plan.run(block, hits, size);
      }
      return use(new Uint32Array(hits.buffer, 0, size));
    });
  }

  #planOf(filter: AnyFormula | RowMask): Plan {
    return allSteps(this.planning(filter));
  }

  #column({ name, type }: Field): Column {
    const column = this.column(name);
    const { stored, fields } = this.schema;
    const known = stored.get(name) ?? fields.get(name);
    if (column === undefined || known?.type !== type) {
      throw new ColumnsError(`the columns have no ${type} field ${quote(name)}`);
    }
    return column;
  }
}

/** The rows of the first piece, as nothing is known yet of how long a row takes. */
const FIRST_PIECE = 32;

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
