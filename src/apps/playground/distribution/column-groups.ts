import type { Columns } from "../../../backends/columns/columns.ts";
import { type CompileOptions, compileOrThrow, type Formula } from "../../../engine/index.ts";
import type { Field } from "../../../language/schema/index.ts";
import {
  SummaryError,
  type SummaryQuery,
  type SummaryRecord,
  summarize,
} from "../../../summary.ts";
import type { GroupsSource, ValueCount } from "./groups-source.ts";

/** Options for generated formulas: field names may be long, and the page's policy forbids generated code. */
const OWN: CompileOptions = {
  codeGeneration: false,
  limits: { length: Number.POSITIVE_INFINITY },
};

/** Groups of records in columns. */
export class ColumnGroups implements GroupsSource {
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  async measures(
    measures: readonly string[],
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const [found] = this.#summarize({ measures, ...this.#filter(filter) }, signal);
    // Relies on property order, which differs from insertion order only for numeric names. No measure has one.
    return Object.values(found ?? {});
  }

  async frequent(
    field: Field,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[] | undefined> {
    try {
      return this.#counts(keyOf(field), {}, signal)
        .toSorted((a, b) => b.count - a.count)
        .slice(0, limit);
    } catch (error) {
      if (error instanceof SummaryError) return;
      throw error;
    }
  }

  async countsOf(
    field: Field,
    values: readonly (string | boolean)[],
    filter: string,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const found = this.#counts(keyOf(field), this.#filter(filter), signal);
    const counts = new Map(found.map(({ value, count }) => [value, count]));
    return values.map((value) => counts.get(value) ?? 0);
  }

  async valuesOf(
    formula: string,
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[]> {
    return this.#counts({ formula, name: "value" }, this.#filter(filter), signal);
  }

  #counts(
    key: NonNullable<SummaryQuery["groupBy"]>[number],
    query: SummaryQuery,
    signal: AbortSignal,
  ): readonly ValueCount[] {
    const found = this.#summarize({ ...query, groupBy: [key] }, signal);
    return found.map(({ value, count }) => ({ value, count: Number(count) }));
  }

  #summarize(query: SummaryQuery, signal: AbortSignal): readonly SummaryRecord[] {
    signal.throwIfAborted();
    return summarize(this.#columns, { ...query, formulas: OWN });
  }

  #filter(text: string | undefined): { readonly filter?: Formula } {
    if (text === undefined) return {};
    return { filter: compileOrThrow(text, this.#columns.schema, OWN) as Formula };
  }
}

function keyOf({ name, type }: Field): NonNullable<SummaryQuery["groupBy"]>[number] {
  return type === "list" ? { elements: name, name: "value" } : { field: name, name: "value" };
}
