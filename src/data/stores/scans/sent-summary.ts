import type { Formula } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import type { SummaryMeasure, SummaryPlan, SummaryValue } from "../../summary/index.ts";
import { type SentFormula, sentFormula } from "./sent-formula.ts";

type SentValue = Omit<SummaryValue, "formula" | "field"> & {
  readonly formula: SentFormula;
  readonly field: string | undefined;
};

type SentMeasure = Omit<SummaryMeasure, "value"> & { readonly value: SentValue | undefined };

/** A summary, serialized for threads, which need not know the order of its groups. */
export interface SentSummary {
  readonly filter: SentFormula | undefined;
  readonly keys: readonly SentValue[];
  readonly measures: readonly SentMeasure[];
  readonly mostGroups: number;
}

/** Serializes a plan for records of a schema; `undefined` if threads cannot compile one of its formulas. */
export function sentSummary(plan: SummaryPlan, records: Schema): SentSummary | undefined {
  const filter = plan.filter && sentFormula(plan.filter, records);
  const keys = plan.keys.flatMap((key) => sentValue(key, records) ?? []);
  const measures = plan.measures.flatMap(({ value, ...measure }): SentMeasure | readonly [] => {
    if (value === undefined) return { ...measure, value };
    const sent = sentValue(value, records);
    return sent === undefined ? [] : { ...measure, value: sent };
  });
  const isWhole =
    keys.length === plan.keys.length &&
    measures.length === plan.measures.length &&
    (filter === undefined) === (plan.filter === undefined);
  return isWhole ? { filter, keys, measures, mostGroups: plan.mostGroups } : undefined;
}

function sentValue(
  { formula, field, ...value }: SummaryValue,
  records: Schema,
): SentValue | undefined {
  const sent = sentFormula(formula, records);
  return sent && { ...value, formula: sent, field: field?.name };
}

/** Rebuilds the plan in a thread. */
export function receivedSummary(
  { filter, keys, measures, mostGroups }: SentSummary,
  schema: Schema,
  received: (formula: SentFormula) => Formula,
): SummaryPlan {
  const read = ({ formula, field, ...value }: SentValue): SummaryValue => ({
    ...value,
    formula: received(formula),
    field: field === undefined ? undefined : schema.fields.get(field),
  });
  return {
    schema,
    filter: filter && received(filter),
    keys: keys.map(read),
    measures: measures.map(({ value, ...measure }) => ({
      ...measure,
      value: value && read(value),
    })),
    order: [],
    limit: undefined,
    mostGroups,
  };
}
