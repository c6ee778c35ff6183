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
import { isJson, listOf, readBody, text } from "./body.ts";
import type { ParameterValue } from "./parameter-value.ts";
import {
  badIndex,
  indexOf,
  inOrder,
  type RawQuery,
  readParameters,
  refuseOthers,
} from "./parameters.ts";
import type { SentParameter } from "./query-string.ts";
import { readingFilter, readingFormula } from "./read-filter.ts";

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

const { keys: MOST_KEYS, measures: MOST_MEASURES } = SUMMARY_LIMITS;

/** `groupBy.0.field`, `groupBy[0][formula]`. */
const KEY = /^groupBy(?:\.([^.[\]]*)\.(\w+)|\[([^.[\]]*)\]\[(\w+)\])$/;
/** `measure.0`, `measure[0]`, `measure[]`. */
const MEASURE = /^measure(?:\.(.*)|\[(.*)\])$/s;
const PARTS = ["field", "formula", "name"] as const;

type RawKey = { [P in (typeof PARTS)[number]]?: ParameterValue<string> };

/** Reads a summary from query parameters. */
export function readGroupParameters(
  parameters: readonly SentParameter[],
  mistakes: Mistakes,
): RawGroups {
  const keys = new Map<number, RawKey>();
  const measures = new Map<number, ParameterValue<string>>();
  const others: SentParameter[] = [];
  let listed = 0;
  const twice = (name: string): void =>
    mistakes.malformed(name, "duplicate-parameter", `${quote(name)} is given more than once`);
  for (const given of parameters) {
    const { name, value } = given;
    const key = KEY.exec(name);
    const measure = MEASURE.exec(name);
    if (key !== null) {
      const index = indexOf(key[1] ?? key[3] ?? "", MOST_KEYS);
      const part = PARTS.find((known) => known === (key[2] ?? key[4]));
      if (index === undefined) badIndex(name, MOST_KEYS, mistakes);
      else if (part === undefined) unknownPart(name, mistakes);
      else {
        const entry = keys.get(index) ?? {};
        if (entry[part] !== undefined) twice(name);
        entry[part] = { parameter: name, value };
        keys.set(index, entry);
      }
    } else if (measure !== null) {
      const [, dotted, bracketed] = measure;
      const index = bracketed === "" ? listed++ : indexOf(dotted ?? bracketed ?? "", MOST_MEASURES);
      if (index === undefined || index >= MOST_MEASURES) badIndex(name, MOST_MEASURES, mistakes);
      else if (measures.has(index)) twice(name);
      else measures.set(index, { parameter: name, value });
    } else others.push(given);
  }
  return {
    query: readParameters(others, mistakes),
    groupBy: inOrder(keys, "groupBy", mistakes).flatMap((key, index) =>
      keyOf(key, `groupBy.${index}`, mistakes),
    ),
    measures: inOrder(measures, "measure", mistakes),
  };
}

/** Reads a summary from JSON: `{ "groupBy": [{ "field": "country" }], "measure": ["count"] }`. */
export function readGroupBody(body: unknown, mistakes: Mistakes): RawGroups {
  if (!isJson(body)) return { query: readBody(body, mistakes), groupBy: [], measures: [] };
  const { groupBy = [], measure = [], ...others } = body;
  return {
    query: readBody(others, mistakes),
    groupBy: listOf("groupBy", groupBy, mistakes).flatMap(([parameter, item]) => {
      if (!isJson(item)) {
        const message = "a key is an object with `field` or `formula`";
        mistakes.malformed(parameter, "invalid-key", message);
        return [];
      }
      const key: RawKey = {};
      for (const [name, value] of Object.entries(item)) {
        const shown = `${parameter}.${name}`;
        const part = PARTS.find((known) => known === name);
        if (part === undefined) unknownPart(shown, mistakes);
        else for (const given of text(shown, value, mistakes)) key[part] = given;
      }
      return keyOf(key, parameter, mistakes);
    }),
    measures: listOf("measure", measure, mistakes).flatMap(([parameter, item]) =>
      text(parameter, item, mistakes),
    ),
  };
}

function unknownPart(name: string, mistakes: Mistakes): void {
  const help = "write `groupBy.0.field=country` or `groupBy.0.formula=YEAR({date})`";
  mistakes.malformed(name, "unknown-parameter", `there is no parameter ${quote(name)}`, help);
}

function keyOf(
  { field, formula, name }: RawKey,
  parameter: string,
  mistakes: Mistakes,
): readonly ParameterValue<GroupKey>[] {
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
  refuseOthers(query, ["filterByFormula", "sort", "maxRecords", "timeZone"], mistakes);
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
  if (result.ok) return { plan: result.plan, binding };
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
