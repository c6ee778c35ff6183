import { formulaWeight } from "../../../data/stores/formula-weight.ts";
import {
  type GroupKey,
  planningSummary,
  SUMMARY_LIMITS,
  type SummaryPlan,
  type SummaryProblem,
} from "../../../data/summary/index.ts";
import { compiling } from "../../../engine/compile.ts";
import { Formula } from "../../../engine/index.ts";
import { FoldedConstants } from "../../../language/core/folded-constants.ts";
import { defined } from "../../../util/defined.ts";
import { quote } from "../../../util/quote.ts";
import type { Steps } from "../../../util/steps.ts";
import type { Collection } from "../collection.ts";
import type { Mistakes } from "../http-problem.ts";
import type { RequestContext } from "../request-context.ts";
import { Binding } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";
import { FILTER, type RawQuery, readRawQuery, readText, SORT_LIST, textsOf } from "./raw-query.ts";
import { noteWarnings, readingFilter, readingFormula } from "./read-filter.ts";
import type { RequestShape, SentItem, SentRequest } from "./sent-request.ts";

/** A summary as sent in a request. */
export interface RawGroups {
  readonly query: RawQuery;
  readonly groupBy: readonly ParameterValue<GroupKey>[];
  readonly measures: readonly ParameterValue<string>[];
}

/** A checked summary, with the binding of its formulas. */
export interface BoundPlan {
  readonly plan: SummaryPlan;
  readonly binding: Binding;
}

/** The parameters of a summary. */
export const GROUPS: RequestShape = {
  single: [...FILTER.single, "maxRecords"],
  lists: {
    groupBy: { most: SUMMARY_LIMITS.keys, parts: ["field", "formula", "name"] },
    measure: { most: SUMMARY_LIMITS.measures },
    sort: SORT_LIST,
  },
};

/** Reads the values of a summary. */
export function readRawGroups(sent: SentRequest, mistakes: Mistakes): RawGroups {
  return {
    query: readRawQuery(sent, mistakes),
    groupBy: (sent.lists.get("groupBy") ?? []).flatMap((item) => keyOf(item, mistakes)),
    measures: textsOf(sent, "measure", mistakes),
  };
}

function keyOf(
  { parameter, parts }: SentItem,
  mistakes: Mistakes,
): readonly ParameterValue<GroupKey>[] {
  const [field, formula, name] = ["field", "formula", "name"].map((part) => {
    const value = parts.get(part);
    return value && readText(value, mistakes);
  });
  const named = defined({ name: name?.value });
  if (field !== undefined && formula === undefined) {
    return [{ parameter: field.parameter, value: { field: field.value, ...named } }];
  }
  if (formula !== undefined && field === undefined) {
    return [{ parameter: formula.parameter, value: { formula: formula.value, ...named } }];
  }
  const message = `${quote(parameter)} has either a field or a formula`;
  mistakes.malformed(parameter, "missing-field", message);
  return [];
}

/**
 * Checks a summary against the schema, in steps. The result is only valid if there was no mistake.
 *
 * @param more a formula of the service's own, which is added to the filter; policies do not apply to it
 */
export function* readingGroups(
  { query, groupBy, measures }: RawGroups,
  collection: Collection,
  mistakes: Mistakes,
  context: RequestContext,
  more?: string,
): Steps<BoundPlan | undefined> {
  const binding = new Binding(query, collection, mistakes);
  const folded = new FoldedConstants();
  const given = query.filterByFormula;
  const requested = yield* readingFilter(given, collection, mistakes, context, binding, folded);
  const added =
    more === undefined
      ? undefined
      : yield* compilingOwn(more, collection, mistakes, context, folded);
  const filter = added === undefined ? requested : (requested?.and(added) ?? added);
  const sort = query.sort ?? [];
  const result = yield* planningSummary(
    collection.store.schema,
    {
      groupBy: groupBy.map(({ value }) => value),
      sort: sort.map(({ field, direction }) => ({ field: field.value, direction })),
      ...(measures.length === 0 ? {} : { measures: measures.map(({ value }) => value) }),
      ...defined({ filter, limit: query.maxRecords?.value }),
    },
    (source) => readingFormula(source, collection, context, binding, folded),
  );
  if (result.ok) {
    const { plan } = result;
    for (const [index, { parameter }] of groupBy.entries()) {
      noteWarnings(parameter, plan.keys[index]?.formula, context);
    }
    for (const [index, { parameter }] of measures.entries()) {
      noteWarnings(parameter, plan.measures[index]?.value?.formula, context);
    }
    return { plan, binding };
  }
  const parameters: Readonly<Record<SummaryProblem["option"], readonly string[]>> = {
    groupBy: groupBy.map(({ parameter }) => parameter),
    measures: measures.map(({ parameter }) => parameter),
    sort: sort.map(({ field }) => field.parameter),
    limit: [],
  };
  for (const { option, index = 0, code, message, help, source, diagnostics } of result.problems) {
    const parameter = parameters[option][index] ?? option;
    if (source !== undefined && diagnostics !== undefined) {
      mistakes.formula(parameter, source, diagnostics);
    } else mistakes.unanswerable(parameter, code, message, help);
  }
  return undefined;
}

/** Compiles a formula that no client wrote. */
function* compilingOwn(
  source: string,
  { store, formulas }: Collection,
  mistakes: Mistakes,
  context: RequestContext,
  folded: FoldedConstants,
): Steps<Formula | undefined> {
  const options = { ...formulas, policy: undefined };
  const compiled = yield* compiling(source, store.schema, options, folded);
  if (compiled.ok && compiled.formula instanceof Formula) {
    context.holdFormula(formulaWeight(compiled.formula));
    return compiled.formula;
  }
  // The operator's limits are lower than it needs.
  mistakes.formula("prefix", source, compiled.diagnostics);
  return undefined;
}
