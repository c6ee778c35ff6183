import type { Formula } from "../../engine/index.ts";
import { type CompiledFormula, internals } from "../../language/core/compiled.ts";
import { computedBy } from "../../language/core/computation.ts";
import { operandsFirst } from "../../language/core/fold.ts";
import type { CoreNode } from "../../language/core/node.ts";
import {
  constantLength,
  type Longest,
  type VisibleFields,
  visibleLengths,
} from "../../language/core/price-rules.ts";
import { workOf } from "../../language/core/work.ts";
import type { Field } from "../../language/schema/index.ts";
import type { SummaryPlan } from "../summary/index.ts";
import { restrictionOf } from "./filter-scopes.ts";
import { StoreError, type StoreRecord } from "./store.ts";

const NANOSECONDS = 1e6;
/** The time to group a record by one more list element, in nanoseconds. */
const ELEMENT = 60;
/** The time to group or measure a record by one text, which is looked up in a table and may be new there, in nanoseconds. */
const TEXT = 400;

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
  return workWithScope(filter, [], longest);
}

/**
 * The work of a filter and of other formulas of a request. They share one limit, as if they were one formula. The scope has
 * its own: what it costs must not decide which filters its holder may use.
 */
function workWithScope(
  restricted: Formula | undefined,
  values: readonly Formula[],
  longest: Longest,
): FilterWork {
  const { scope, filter } = restrictionOf(restricted);
  const ofScope = workWithin(conditionOf(scope), longest);
  const own = workWithin(
    [...conditionOf(filter), ...values.map((value) => partOf(value, ({ root }) => root))],
    longest,
  );
  return { ms: ofScope.ms + own.ms, isSure: ofScope.isSure && own.isSure };
}

/** A part of a formula whose work is limited. */
interface LimitedPart {
  readonly root: CoreNode;
  readonly mostWork: number;
  /** The fields whose lengths the limit may reveal; all unless given. */
  readonly visible?: VisibleFields;
}

function partOf(formula: Formula, rootOf: (compiled: CompiledFormula) => CoreNode): LimitedPart {
  const compiled = internals(formula);
  const { mostWork, visible } = compiled;
  return { root: rootOf(compiled), mostWork, visible };
}

function conditionOf(filter: Formula | undefined): readonly LimitedPart[] {
  return filter === undefined ? [] : [partOf(filter, ({ condition }) => condition)];
}

function workWithin(parts: readonly LimitedPart[], longest: Longest): FilterWork {
  const works = parts.map((part) => {
    const work = workOf([part.root], longest);
    return { ...work, mostWork: part.mostWork, limited: limitedWork(part, work.total, longest) };
  });
  const total = works.reduce((sum, work) => sum + work.total, 0);
  const limited = works.reduce((sum, work) => sum + work.limited, 0);
  const most = works.reduce((highest, { mostWork }) => Math.max(highest, mostWork), 0);
  if (limited > most || works.some((work) => work.limited > work.mostWork)) {
    throw new StoreError("too-costly", "the texts of the records are too long for the formulas");
  }
  return { ms: total / NANOSECONDS, isSure: works.every(({ isPriced }) => isPriced) };
}

/** The work that counts against the limit: it does not depend on the lengths of hidden texts. */
function limitedWork({ root, visible }: LimitedPart, total: number, longest: Longest): number {
  if (visible === undefined || !readsHidden(root, visible)) return total;
  return workOf([root], visibleLengths(longest, visible)).total;
}

function readsHidden(root: CoreNode, visible: VisibleFields): boolean {
  return operandsFirst(root).some(({ op, data }) => op === "field" && !visible.has(data.name));
}

/**
 * The estimated time to compute a field for one record, in milliseconds; 0 for stored fields.
 *
 * @throws {@link StoreError}: `too-costly` if the records' texts are too long for the field's formula
 */
export function computingMs(field: Field, longest: Longest): number {
  const computed = computedBy(field);
  return computed === undefined ? 0 : workWithin([computed], longest).ms;
}

/** An upper bound on the UTF-16 units of a computed field's text; 0 for other types and stored fields. */
export function computedLength(field: Field, longest: Longest): number {
  const computed = field.type === "text" ? computedBy(field) : undefined;
  return computed === undefined ? 0 : workOf([computed.root], longest).length;
}

/** The work of a summary for one record. @throws {@link StoreError}: `too-costly`, as for a filter */
export function summaryWork(
  { schema, filter, keys, measures }: SummaryPlan,
  longest: Longest,
): FilterWork {
  const values = [...keys, ...measures.flatMap(({ value }) => value ?? [])];
  const formulas = values.map(({ formula }) => formula);
  const work = workWithScope(filter, formulas, longest);
  const texts = values.filter(({ type }) => type === "text").length;
  let ms = work.ms + (texts * TEXT) / NANOSECONDS;
  for (const { elements, formula } of keys) {
    const list = elements && schema.fields.get(formula.fields[0] ?? "");
    if (list !== undefined) ms += (longest(list) * ELEMENT) / NANOSECONDS;
  }
  return { ...work, ms };
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
