import type { Formula } from "../../engine/index.ts";
import { type CompiledFormula, internals } from "../../language/core/compiled.ts";
import { computedBy } from "../../language/core/computation.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { constantLength, type Longest } from "../../language/core/price-rules.ts";
import { workOf } from "../../language/core/work.ts";
import type { Field } from "../../language/schema/index.ts";
import type { SummaryPlan } from "../summary/index.ts";
import { StoreError, type StoreRecord } from "./store.ts";

const NANOSECONDS = 1e6;
/** The time to group a record by one more list element, in nanoseconds. */
const ELEMENT = 60;

/** The estimated time of a filter for one record. */
export interface FilterWork {
  /** An upper estimate, in milliseconds. */
  readonly ms: number;
  /** False for a custom function without a declared cost. */
  readonly isSure: boolean;
}

export const NO_WORK: FilterWork = { ms: 0, isSure: true };

/**
 * Estimates a filter's work for one record from the longest texts of the fields.
 *
 * @throws {@link StoreError}: `too-costly` if the estimate exceeds the formula's limit
 */
export function filterWork(filter: Formula | undefined, longest: Longest): FilterWork {
  return filter === undefined ? NO_WORK : workFor(filter, longest, ({ condition }) => condition);
}

function workFor(
  formula: Formula,
  longest: Longest,
  rootOf: (compiled: CompiledFormula) => CoreNode,
): FilterWork {
  const compiled = internals(formula);
  return workWithin(compiled, rootOf(compiled), longest);
}

function workWithin({ mostWork }: CompiledFormula, root: CoreNode, longest: Longest): FilterWork {
  const { total, isPriced } = workOf([root], longest);
  if (total <= mostWork) return { ms: total / NANOSECONDS, isSure: isPriced };
  throw new StoreError("too-costly", "the texts of the records are too long for the formula");
}

/**
 * The estimated time to compute a field for one record, in milliseconds; 0 for stored fields.
 *
 * @throws {@link StoreError}: `too-costly` if the records' texts are too long for the field's formula
 */
export function computingMs(field: Field, longest: Longest): number {
  const computed = computedBy(field);
  return computed === undefined ? 0 : workWithin(computed, computed.root, longest).ms;
}

/** The work of a summary for one record. @throws {@link StoreError}: `too-costly`, as for a filter */
export function summaryWork(
  { schema, filter, keys, measures }: SummaryPlan,
  longest: Longest,
): FilterWork {
  let { ms, isSure } = filterWork(filter, longest);
  for (const { elements, formula } of keys) {
    const list = elements && schema.fields.get(formula.fields[0] ?? "");
    if (list !== undefined) ms += (longest(list) * ELEMENT) / NANOSECONDS;
  }
  const values = [...keys, ...measures.flatMap(({ value }) => value ?? [])];
  for (const { formula } of values) {
    const work = workFor(formula, longest, ({ root }) => root);
    ms += work.ms;
    isSure &&= work.isSure;
  }
  return { ms, isSure };
}

/**
 * An upper bound on the UTF-16 units of the texts that a summary computes for one record, in addition to stored texts.
 */
export function summaryLength({ keys, measures }: SummaryPlan, longest: Longest): number {
  let units = 0;
  for (const { formula, type, field } of [
    ...keys,
    ...measures.flatMap(({ value }) => value ?? []),
  ]) {
    if (type !== "text" || field !== undefined) continue;
    units += workOf([internals(formula).root], longest).length;
  }
  return units;
}

/** @throws {@link StoreError}: `too-costly` if a record's texts are too long for the filter */
export function requireWork(filter: Formula, record: StoreRecord): void {
  filterWork(filter, ({ name }) => {
    const value = record[name] ?? null;
    return value instanceof Date ? 0 : constantLength(value);
  });
}
