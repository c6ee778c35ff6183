import { type AnyFormula, type CompiledFormula, internals } from "../../language/core/compiled.ts";
import { computedBy } from "../../language/core/computation.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { usesClock } from "../../language/core/uses.ts";
import type { Field, Schema } from "../../language/schema/index.ts";
import type { Outcome } from "../../language/values/plain.ts";
import { ByteCache } from "../../util/byte-cache.ts";
import { quote } from "../../util/quote.ts";
import { oneStep, type Steps } from "../../util/steps.ts";
import { Run } from "../evaluation/compute.ts";
import { decode } from "../evaluation/encoded-value.ts";
import { ColumnsError } from "./columns-error.ts";
import { type ComputedColumn, computeColumn } from "./computed/compute-column.ts";
import { ColumnLayout } from "./condition/column-layout.ts";
import { RowSubset } from "./condition/row-subset.ts";
import { RowMask } from "./mask/row-mask.ts";
import { ColumnClosures } from "./select/column-closures.ts";
import { maskStage } from "./select/mask-stage.ts";
import { planCondition } from "./select/plan-condition.ts";
import { SelectPlan } from "./select/select-plan.ts";
import { type ColumnStrategy, tierFor } from "./select/tier.ts";
import type { Column } from "./storage/column.ts";
import { DecodedBudget } from "./storage/text-reader.ts";

/** The columns that a table shares with the tables derived from it, which add computed columns. */
interface Own {
  readonly schema: Schema;
  readonly length: number;
  readonly strategy: ColumnStrategy;
  readonly stored: Map<string, Column>;
  /** The computed columns that do not depend on the time, by the name of the field. */
  readonly kept: ByteCache<string, ComputedColumn>;
  /** The cached plans of conditions that do not depend on the time: of all rows, and of subsets. */
  readonly plans: Plans;
  readonly plansWithin: WeakMap<RowSubset, Plans>;
  /** Of the texts that readers of all stored columns cache. */
  readonly decoded: DecodedBudget;
}

type Plans = WeakMap<CoreNode, SelectPlan>;

/** The maximum number of UTF-16 units of decoded texts that a table caches, of all its stored columns together. */
const MOST_DECODED = 2 ** 26;

/** The same of one computed column. It has its own budget, since it may be dropped before the table is. */
const MOST_DECODED_COMPUTED = 2 ** 22;

/** The maximum number of bytes of a table's cached computed columns. */
const MOST_COMPUTED = 2 ** 26;

/** How computed columns are built. */
export interface ComputingOptions {
  /** Whether code may be generated, if the schema allows it; true unless this is `false`. */
  readonly codeGeneration?: boolean;
  /** The rows to compute; all unless given. */
  readonly rows?: RowMask | undefined;
  /** Called with the approximate number of bytes that a column takes so far; throws to abort. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** The number of values of a field to compute in one step. */
  readonly rowsPerStep?: (field: Field) => number;
}

/** An immutable snapshot of columns: the interface for searches, orders, stores, summaries and threads. */
export class ColumnTable {
  readonly #own: Own;
  /** Additional columns of computed fields, by name. */
  readonly #computed: ReadonlyMap<string, ComputedColumn>;

  private constructor(own: Own, computed: ReadonlyMap<string, ComputedColumn>) {
    this.#own = own;
    this.#computed = computed;
  }

  static of(
    schema: Schema,
    length: number,
    columns: Map<string, Column>,
    strategy: ColumnStrategy = "adaptive",
    mostDecoded: number = MOST_DECODED,
  ): ColumnTable {
    const kept = new ByteCache<string, ComputedColumn>(MOST_COMPUTED);
    const decoded = new DecodedBudget(mostDecoded);
    for (const column of columns.values()) joinBudget(column, decoded);
    const plans: Plans = new WeakMap();
    const plansWithin = new WeakMap<RowSubset, Plans>();
    return new ColumnTable(
      { schema, length, strategy, stored: columns, kept, plans, plansWithin, decoded },
      new Map(),
    );
  }

  /** The schema of the records. */
  get schema(): Schema {
    return this.#own.schema;
  }

  /** The number of rows. */
  get length(): number {
    return this.#own.length;
  }

  /** How conditions and values are evaluated. */
  get strategy(): ColumnStrategy {
    return this.#own.strategy;
  }

  /** The columns of stored fields. */
  get stored(): ReadonlyMap<string, Column> {
    return this.#own.stored;
  }

  /** Adds the column of a stored field. Before the table is used, the caller may replace one with an equal one. */
  setStored(name: string, column: Column): void {
    joinBudget(column, this.#own.decoded);
    this.#own.stored.set(name, column);
  }

  /** The column of a field; `undefined` if the field does not exist or its column was not computed. */
  column(name: string): Column | undefined {
    return this.stored.get(name) ?? this.computed(name)?.column;
  }

  /** The column of a field. @throws {@link ColumnsError} if there is none of the field's type */
  columnOf({ name, type }: Field): Column {
    const column = this.column(name);
    const { stored, fields } = this.schema;
    const known = stored.get(name) ?? fields.get(name);
    if (column === undefined || known?.type !== type) {
      throw new ColumnsError(`the columns have no ${type} field ${quote(name)}`);
    }
    return column;
  }

  /** The column of a computed field; `undefined` if it was not computed. */
  computed(name: string): ComputedColumn | undefined {
    return this.#computed.get(name) ?? this.#own.kept.get(name);
  }

  /**
   * Computes the columns of the computed fields among these, in steps. The result has the same rows. Columns are cached
   * unless they depend on the time or cover only some rows.
   */
  *computing(fields: Iterable<Field>, options: ComputingOptions = {}): Steps<ColumnTable> {
    const { length, strategy, stored, kept } = this.#own;
    const { codeGeneration = true, rows, hold, rowsPerStep } = options;
    const own = new Map(this.#computed);
    for (const field of fields) {
      const isKnown = this.computed(field.name) !== undefined || own.has(field.name);
      const by = isKnown ? undefined : computedBy(field);
      if (by === undefined) continue;
      const how = { strategy, codeGeneration, rows, hold, rowsPerStep: rowsPerStep?.(field) };
      const layout = new ColumnLayout(length, stored, rows && new RowSubset(rows));
      const made = yield* computeColumn(by, layout, how);
      joinBudget(made.column, new DecodedBudget(MOST_DECODED_COMPUTED));
      // Keeps the column even if the cache evicts it.
      own.set(field.name, made);
      if (rows === undefined && !usesClock(by.root)) kept.set(field.name, made);
    }
    return own.size === this.#computed.size ? this : new ColumnTable(this.#own, own);
  }

  /**
   * Returns a function that computes a field's value for a row, in steps.
   *
   * @param within the only rows to be read; all unless given
   */
  *valueReader(field: Field, within?: RowSubset): Steps<(row: number) => Outcome> {
    const by = computedBy(field);
    if (by === undefined) throw new ColumnsError(`${quote(field.name)} is not computed`);
    const { root, now } = by;
    const layout = new ColumnLayout(this.length, this.stored, within);
    yield* layout.tabulating(root);
    const compute = new ColumnClosures(layout, root).computing(root);
    const run = new Run(usesClock(root) ? now() : 0);
    return (row) => decode(root.type, compute(row, run.next()));
  }

  /**
   * Plans a search, in steps. Without a filter, every row matches.
   *
   * @param within the only rows to test; all unless given
   */
  planning(filter: AnyFormula | RowMask | undefined, within?: RowSubset): Steps<SelectPlan> {
    if (filter !== undefined && !(filter instanceof RowMask)) {
      return this.planningOf(internals(filter), within);
    }
    if (within !== undefined) return this.planning(filter?.and(within.mask) ?? within.mask);
    return oneStep(() => {
      const { length, strategy } = this.#own;
      if (filter !== undefined && filter.length !== length) {
        throw new ColumnsError(
          `the mask has ${filter.length} rows, and the columns have ${length}`,
        );
      }
      const stages = filter === undefined ? [] : [maskStage(filter)];
      return new SelectPlan(length, tierFor(strategy, length, true), stages);
    });
  }

  /** Plans a search with a compiled filter. */
  *planningOf(filter: CompiledFormula, within?: RowSubset): Steps<SelectPlan> {
    const { length, strategy, stored } = this.#own;
    const plans = this.#plans(within);
    const { condition, codeGeneration } = filter;
    const tier = tierFor(strategy, length, codeGeneration);
    const known = plans.get(condition);
    if (known?.tier === tier) return known;
    const columnOf = (field: Field): Column => this.columnOf(field);
    const layout = new ColumnLayout(length, stored, within);
    const whole = yield* planCondition(filter, columnOf, layout, tier);
    const plan = within === undefined ? whole : whole.after(maskStage(within.mask));
    if (!usesClock(condition)) plans.set(condition, plan);
    return plan;
  }

  #plans(within: RowSubset | undefined): Plans {
    const { plans, plansWithin } = this.#own;
    if (within === undefined) return plans;
    const known = plansWithin.get(within) ?? new WeakMap();
    plansWithin.set(within, known);
    return known;
  }

  /** The approximate number of bytes of cached computed columns and decoded texts. */
  get keptBytes(): number {
    let bytes = this.#own.kept.bytes;
    for (const column of this.stored.values()) {
      if (column.kind === "texts") bytes += column.reader.bytes;
    }
    return bytes;
  }
}

function joinBudget(column: Column, budget: DecodedBudget): void {
  if (column.kind === "texts") column.reader.join(budget);
}
