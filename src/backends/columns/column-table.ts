import { type AnyFormula, type CompiledFormula, internals } from "../../language/core/compiled.ts";
import { computedBy } from "../../language/core/computation.ts";
import { usesClock } from "../../language/core/uses.ts";
import type { Field, Schema } from "../../language/schema/index.ts";
import type { Outcome } from "../../language/values/plain.ts";
import { quote } from "../../util/quote.ts";
import type { Steps } from "../../util/steps.ts";
import { Run } from "../evaluation/compute.ts";
import { decode } from "../evaluation/encoded-value.ts";
import { ColumnsError } from "./columns-error.ts";
import { ColumnCache } from "./computed/column-cache.ts";
import { type ComputedColumn, computeColumn } from "./computed/compute-column.ts";
import { ConditionPlans } from "./computed/condition-plans.ts";
import { ColumnLayout } from "./condition/column-layout.ts";
import { RowMask } from "./mask/row-mask.ts";
import { ColumnClosures } from "./select/column-closures.ts";
import { maskStage } from "./select/mask-stage.ts";
import { SelectPlan } from "./select/select-plan.ts";
import { type ColumnStrategy, tierFor } from "./select/tier.ts";
import type { Column } from "./storage/column.ts";

/** The columns that a table shares with the tables that have computed columns as well. */
interface Own {
  readonly schema: Schema;
  readonly length: number;
  readonly strategy: ColumnStrategy;
  readonly stored: Map<string, Column>;
  readonly kept: ColumnCache;
  readonly plans: ConditionPlans;
}

/** How the columns of computed fields are made. */
export interface ComputingOptions {
  /** Whether code may be generated, if the schema allows it; it may unless this is `false`. */
  readonly codeGeneration?: boolean;
  /** The rows whose values are needed; all unless given. */
  readonly rows?: RowMask | undefined;
  /** Told about how many bytes a column takes so far; throws if that is too much. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** How many values of a field take a short time. */
  readonly rowsPerStep?: (field: Field) => number;
}

/** The rows that columns held at one moment: what searches, orders, stores, summaries and threads need of them. */
export class ColumnTable {
  readonly #own: Own;
  /** Further columns of computed fields, by their names. */
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
  ): ColumnTable {
    const kept = new ColumnCache();
    const columnOf = (field: Field): Column => table.columnOf(field);
    const plans = new ConditionPlans({ schema, length, columns, strategy, columnOf }, kept);
    const own = { schema, length, strategy, stored: columns, kept, plans };
    const table = new ColumnTable(own, new Map());
    return table;
  }

  /** The schema of the records. */
  get schema(): Schema {
    return this.#own.schema;
  }

  /** How many rows there are. */
  get length(): number {
    return this.#own.length;
  }

  /** How conditions and values are computed. */
  get strategy(): ColumnStrategy {
    return this.#own.strategy;
  }

  /** The columns of the fields that records have. They may be replaced by equal ones before anything else is done. */
  get stored(): Map<string, Column> {
    return this.#own.stored;
  }

  /** The column of a field; `undefined` if there is no such field, or if its column was not computed. */
  column(name: string): Column | undefined {
    return this.stored.get(name) ?? this.computed(name)?.column;
  }

  /** The column of a field. @throws {@link ColumnsError} if there is none of its type */
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
   * Computes the columns of those fields that are computed, in steps. The result has the same rows. The columns are
   * cached, but for those that depend on the time or are of some rows only.
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
      const made = yield* computeColumn(by, new ColumnLayout(length, stored), how);
      // The cache may evict it.
      own.set(field.name, made);
      if (rows === undefined && !usesClock(by.root)) kept.set(field.name, made);
    }
    return own.size === this.#computed.size ? this : new ColumnTable(this.#own, own);
  }

  /** Computes the values of a field by row. */
  valueReader(field: Field): (row: number) => Outcome {
    const by = computedBy(field);
    if (by === undefined) throw new ColumnsError(`${quote(field.name)} is not computed`);
    const { root, now } = by;
    const layout = new ColumnLayout(this.length, this.stored);
    const compute = new ColumnClosures(layout, root).computing(root);
    const run = new Run(usesClock(root) ? now() : 0);
    return (row) => decode(root.type, compute(row, run.next()));
  }

  /** The plan of a search, in steps. Without a filter, every row matches. */
  planning(filter: AnyFormula | RowMask | undefined): Steps<SelectPlan> {
    if (filter instanceof RowMask) return this.#planningMask(filter);
    const { length, strategy, stored } = this.#own;
    if (filter === undefined) {
      return SelectPlan.making(
        undefined,
        new ColumnLayout(length, stored),
        tierFor(strategy, length, true),
      );
    }
    return this.planningOf(internals(filter));
  }

  /** The plan of a compiled filter. */
  planningOf(filter: CompiledFormula): Steps<SelectPlan> {
    return this.#own.plans.making(filter);
  }

  // biome-ignore lint/correctness/useYield: it is one step
  *#planningMask(mask: RowMask): Steps<SelectPlan> {
    const { length, strategy } = this.#own;
    if (mask.length !== length) {
      throw new ColumnsError(`the mask has ${mask.length} rows, and the columns have ${length}`);
    }
    return SelectPlan.of(length, tierFor(strategy, length, true), maskStage(mask));
  }

  /** About how many bytes the columns of computed fields take, and decoded texts. */
  get keptBytes(): number {
    let bytes = this.#own.kept.bytes;
    for (const column of this.stored.values()) {
      if (column.kind === "texts") bytes += column.reader.bytes;
    }
    return bytes;
  }
}
