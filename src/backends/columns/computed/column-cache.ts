import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { usesClock } from "../../../language/core/uses.ts";
import { workOf } from "../../../language/core/work.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { ComputedColumn } from "./compute-column.ts";

/** Filters compute a field this often before it gets a column: past use predicts future use. */
const USES = 4;
/** The maximum estimated time in nanoseconds to compute a column for filters. */
const MOST_WORK = 1_000_000_000;
/** The maximum number of bytes of a snapshot's cached columns. */
const MOST_BYTES = 2 ** 26;
/** Only types of at most eight bytes per row get columns because of filters. */
const SMALL: ReadonlySet<ValueType> = new Set<ValueType>(["number", "date", "boolean"]);

/** A snapshot's cache of computed columns, by the name of the field. No cached column depends on the time. */
export class ColumnCache {
  readonly #columns = new Map<string, ComputedColumn>();
  readonly #mostBytes: number;
  /** The number of filters that computed each field. */
  readonly #uses = new Map<string, number>();
  /** The fields whose columns are being computed for filters. */
  readonly #begun = new Set<string>();

  /** @param mostBytes the maximum number of bytes of all columns together */
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

  /** Caches a column, unless it alone exceeds the limit. The columns that were cached first are evicted for it. */
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

  /**
   * The column that filters may read instead of evaluating the formula; `undefined` if there is none, or if a blank in
   * it can stand for an error.
   */
  readable(name: string): ComputedColumn | undefined {
    const known = this.#columns.get(name);
    return known?.hasErrors === false ? known : undefined;
  }

  /** Counts a filter that computes a field. */
  count({ name }: Field): void {
    this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
  }

  /** Whether a filter should compute the column of a field now. The filter then calls `begin`. */
  isDue({ name, type }: Field, { root }: Pick<CompiledFormula, "root">, rows: number): boolean {
    if (this.#columns.has(name) || this.#begun.has(name) || !SMALL.has(type)) return false;
    /* v8 ignore next -- the caller counted the filter before */
    if ((this.#uses.get(name) ?? 0) < USES || usesClock(root)) return false;
    const { total, isPriced } = workOf([root]);
    return isPriced && total * rows <= MOST_WORK;
  }

  /** Marks a column as in progress: concurrent filters evaluate the formula instead. */
  begin({ name }: Field): void {
    this.#begun.add(name);
  }

  /**
   * Ends the progress mark, after success or failure, and resets the count: a failed column is retried after `USES`
   * filters.
   */
  end({ name }: Field): void {
    this.#begun.delete(name);
    this.#uses.delete(name);
  }
}
