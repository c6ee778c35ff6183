import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { usesClock } from "../../../language/core/uses.ts";
import { workOf } from "../../../language/core/work.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { ComputedColumn } from "./compute-column.ts";

/** What filters have computed so often is likely to be computed as often again. */
const USES = 4;
/** The most nanoseconds, about, that filters let a column cost. */
const MOST_WORK = 1_000_000_000;
/** The most bytes of the columns of a snapshot. */
const MOST_BYTES = 2 ** 26;
/** Filters make columns of at most eight bytes for each row. */
const SMALL: ReadonlySet<ValueType> = new Set<ValueType>(["number", "date", "boolean"]);

/** The columns of computed fields that belong to a snapshot, by the names of the fields. None depends on the time. */
export class ColumnCache {
  readonly #columns = new Map<string, ComputedColumn>();
  readonly #mostBytes: number;
  /** How often filters have computed a field. */
  readonly #uses = new Map<string, number>();
  /** The fields whose columns filters are making. */
  readonly #begun = new Set<string>();

  /** @param mostBytes how many bytes the columns may take together */
  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    let bytes = 0;
    for (const column of this.#columns.values()) bytes += column.bytes;
    return bytes;
  }

  get(name: string): ComputedColumn | undefined {
    return this.#columns.get(name);
  }

  /** Caches a column, unless it is too large alone. Others are evicted for it: those that were cached first. */
  set(name: string, column: ComputedColumn): void {
    if (column.bytes > this.#mostBytes) return;
    this.#columns.delete(name);
    let bytes = this.bytes + column.bytes;
    for (const [other, { bytes: freed }] of this.#columns) {
      if (bytes <= this.#mostBytes) break;
      this.#columns.delete(other);
      bytes -= freed;
    }
    this.#columns.set(name, column);
  }

  /** The column that filters may read in place of the formula; `undefined` if there is none, or if it hides errors. */
  readable(name: string): ComputedColumn | undefined {
    const known = this.#columns.get(name);
    return known?.hasErrors === false ? known : undefined;
  }

  /** Counts a filter that computes a field. */
  count({ name }: Field): void {
    this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
  }

  /** Whether a filter should make the column of a field, which then has to begin. */
  isDue({ name, type }: Field, { root }: Pick<CompiledFormula, "root">, rows: number): boolean {
    if (this.#columns.has(name) || this.#begun.has(name) || !SMALL.has(type)) return false;
    /* v8 ignore next -- the filter that asks was counted */
    if ((this.#uses.get(name) ?? 0) < USES || usesClock(root)) return false;
    const { total, isPriced } = workOf([root]);
    return isPriced && total * rows <= MOST_WORK;
  }

  /** Notes that a filter makes the column of a field: another one that comes meanwhile computes the field itself. */
  begin({ name }: Field): void {
    this.#begun.add(name);
  }

  /** Notes that it is made, or given up: then it is tried again after as many filters as before. */
  end({ name }: Field): void {
    this.#begun.delete(name);
    this.#uses.delete(name);
  }
}
