// This folder computes counts, sums and other measures of groups of records, on rows, on columns and for stores.

import { type Formula, field as fieldNameOf, fx } from "../../engine/index.ts";
import { internals } from "../../language/core/compiled.ts";
import type { Field, Schema, SortKey } from "../../language/schema/index.ts";
import type { Result } from "../../language/source/diagnostic.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import { quote } from "../../util/quote.ts";
import { allSteps, oneStep, type Steps } from "../../util/steps.ts";
import { didYouMean } from "../../util/suggest.ts";
import type { ElementsKey, WantedElements } from "./groups/element-keys.ts";
import { SummaryError, type SummaryProblem } from "./groups/summary-error.ts";
import { MEASURES, type MeasureName } from "./measures/index.ts";
import { summaryAtOneTime } from "./one-time.ts";
import { readMeasure } from "./read-measure.ts";

/** The limits of a summary. `grammar/reference/limits.md` lists them. */
export const SUMMARY_LIMITS = {
  /** The most expressions to group by. */
  keys: 3,
  /** The most measures. */
  measures: 20,
  /** The default limit of groups. */
  groups: 100_000,
} as const;

/** A key of groups: the name of a field, a formula, or the elements of a list. */
export type GroupKey =
  | string
  | Formula
  | { readonly field: string; readonly name?: string }
  | { readonly formula: string | Formula; readonly name?: string }
  | ElementsKey;

/** A measure: its source, such as `count`, `min(price)` or `sum({price} * {share})`, or its parts. */
export type MeasureOption =
  | string
  | {
      readonly measure: MeasureName;
      /** The measured value; `count` takes none. */
      readonly of?: string | Formula;
      /** The name in the result. Default: the source of the measure. */
      readonly name?: string;
    };

/** A query for a summary. */
export interface SummaryQuery {
  /** Only records that match this formula count. */
  readonly filter?: Formula;
  /** Up to three expressions. Records with equal values form a group. Without any, all records are one group. */
  readonly groupBy?: readonly GroupKey[];
  /** The measures of each group. Default: `count`. */
  readonly measures?: readonly MeasureOption[];
  /**
   * The order of groups, by the names of keys and measures. Ties, and all groups without an order, are in the order of
   * their keys. Blanks come last in both directions, and errors after them.
   */
  readonly sort?: readonly SortKey[];
  /** The most groups in the result: the first ones of the order. */
  readonly limit?: number;
  /** The most groups before the limit is applied. Default: 100,000. */
  readonly mostGroups?: number;
}

/** An expression of a summary. */
export interface SummaryValue {
  /** The name in the result. */
  readonly name: string;
  /** The type of its values. */
  readonly type: ValueType;
  /** The formula that computes the values. */
  readonly formula: Formula;
  /** The field, if the formula is just a field. */
  readonly field: Field | undefined;
  /** A filter for list elements, if the formula is a list and its elements are the values. */
  readonly elements?: WantedElements;
}

/** A measure of a summary. */
export interface SummaryMeasure {
  /** The name in the result. */
  readonly name: string;
  /** The function over the values of a group. */
  readonly measure: MeasureName;
  /** The type of the result. */
  readonly type: ValueType;
  /** The measured value; `undefined` for `count`. */
  readonly value: SummaryValue | undefined;
}

/** A checked summary with compiled formulas, as stores receive it. */
export interface SummaryPlan {
  /** The fields of the records. */
  readonly schema: Schema;
  /** Only records that match this formula count. Default: all. */
  readonly filter: Formula | undefined;
  /** The expressions to group by. */
  readonly keys: readonly SummaryValue[];
  /** The measures of each group. */
  readonly measures: readonly SummaryMeasure[];
  /** The order, by the index of a key, or of a measure after all keys. */
  readonly order: readonly { readonly position: number; readonly isDescending: boolean }[];
  /** The most groups in the result. */
  readonly limit: number | undefined;
  /** The most groups before the limit is applied. */
  readonly mostGroups: number;
}

export type PlanResult =
  | { readonly ok: true; readonly plan: SummaryPlan }
  | { readonly ok: false; readonly problems: readonly SummaryProblem[] };

type CompiledText =
  | Result<{ readonly formula: Formula }>
  | { readonly ok: true; readonly formula: Formula };

/** Compiles a source for the schema of a summary, in steps. */
export type CompilingText = (source: string) => Steps<CompiledText>;

/** Checks a query against a schema. Takes at least one step for each expression. */
export function* planningSummary(
  schema: Schema,
  { filter, groupBy = [], measures = ["count"], sort = [], limit, mostGroups }: SummaryQuery,
  compilingText: CompilingText,
): Steps<PlanResult> {
  const planner = new Planner(schema, compilingText);
  const keys = yield* planner.limited("groupBy", groupBy, SUMMARY_LIMITS.keys, (key, index) =>
    planner.key(key, index),
  );
  const found = yield* planner.limited(
    "measures",
    measures,
    SUMMARY_LIMITS.measures,
    (measure, index) => planner.measure(measure, index),
  );
  planner.refuseTwins(keys, found);
  const order = planner.order(sort, [...keys, ...found]);
  const { problems } = planner;
  if (problems.length > 0) return { ok: false, problems };
  const most = mostGroups ?? SUMMARY_LIMITS.groups;
  const plan = { schema, filter, keys, measures: found, order, limit, mostGroups: most };
  return { ok: true, plan: summaryAtOneTime(plan) };
}

/** @throws {@link SummaryError} for a query with mistakes. */
export function planOrThrow(
  schema: Schema,
  query: SummaryQuery,
  compileText: (source: string) => CompiledText,
): SummaryPlan {
  const planning = planningSummary(schema, query, (source) => oneStep(() => compileText(source)));
  const result = allSteps(planning);
  if (result.ok) return result.plan;
  const text = result.problems.map(({ message, help }) =>
    help === undefined ? message : `${message}; ${help}`,
  );
  throw new SummaryError("invalid", `\`summarize\`: ${text.join("; ")}`, result.problems);
}

type SummaryOption = SummaryProblem["option"];

class Planner {
  readonly problems: SummaryProblem[] = [];
  readonly #schema: Schema;
  readonly #compiling: CompilingText;
  #hasElements = false;

  constructor(schema: Schema, compilingText: CompilingText) {
    this.#schema = schema;
    this.#compiling = compilingText;
  }

  *limited<T, R>(
    option: "groupBy" | "measures",
    list: readonly T[],
    most: number,
    read: (item: T, index: number) => Steps<R | undefined>,
  ): Steps<readonly R[]> {
    if (list.length > most) {
      this.problems.push({
        option,
        index: most,
        code: "too-many",
        message: `there are at most ${most} ${option === "groupBy" ? "keys to group by" : "measures"}`,
      });
    }
    const found: R[] = [];
    for (const [index, item] of list.slice(0, most).entries()) {
      yield;
      const one = yield* read(item, index);
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  *key(key: GroupKey, index: number): Steps<SummaryValue | undefined> {
    const value = yield* this.#keyValue(key, index);
    if (value === undefined || value.type !== "list") return value;
    const message = `${quote(value.name)} is a list, and records are not grouped by lists`;
    const help = `a list is a text in \`ARRAYJOIN(${value.field === undefined ? "…" : `{${value.field.name}}`})\``;
    this.problems.push({ option: "groupBy", index, code: "not-groupable", message, help });
    return undefined;
  }

  *#elements(key: ElementsKey, index: number): Steps<SummaryValue | undefined> {
    const { elements, prefix = "", ignoreCase = false, name } = key;
    const list = yield* this.#field(elements, name ?? elements, index);
    if (list === undefined) return undefined;
    if (list.type === "list" && !this.#hasElements) {
      this.#hasElements = true;
      return { ...list, type: "text", field: undefined, elements: { prefix, ignoreCase } };
    }
    const message =
      list.type === "list"
        ? "records are grouped by the elements of one list at most"
        : `${quote(elements)} is a ${list.type}, which has no elements`;
    this.problems.push({ option: "groupBy", index, code: "not-groupable", message });
    return undefined;
  }

  #keyValue(key: GroupKey, index: number): Steps<SummaryValue | undefined> {
    if (typeof key === "string") return this.#field(key, key, index);
    if ("field" in key && typeof key.field === "string") {
      return this.#field(key.field, key.name ?? key.field, index);
    }
    if ("elements" in key) return this.#elements(key, index);
    if ("formula" in key && !("matches" in key)) {
      const { formula, name } = key;
      return this.#value(formula, name, "groupBy", index);
    }
    return this.#value(key as Formula, undefined, "groupBy", index);
  }

  *#field(name: string, shown: string, index: number): Steps<SummaryValue | undefined> {
    const known = this.#schema.fields.get(name);
    if (known === undefined) {
      const meant = didYouMean(name, this.#schema.fields.keys(), quote);
      const message = `there is no field ${quote(name)}${meant}`;
      this.problems.push({ option: "groupBy", index, code: "unknown-field", message });
      return undefined;
    }
    return yield* this.#value(fx`${fieldNameOf(name)}`.source, shown, "groupBy", index);
  }

  *#value(
    source: string | Formula,
    name: string | undefined,
    option: SummaryOption,
    index: number,
  ): Steps<SummaryValue | undefined> {
    const compiled: CompiledText =
      typeof source === "string" ? yield* this.#compiling(source) : { ok: true, formula: source };
    if (!compiled.ok) {
      const { diagnostics } = compiled;
      const [first] = diagnostics.filter(({ severity }) => severity === "error");
      /* v8 ignore next -- a formula that does not compile has an error */
      const message = first?.message ?? "the formula has errors";
      const text = String(source);
      this.problems.push({
        option,
        index,
        code: "invalid-formula",
        message,
        source: text,
        diagnostics,
      });
      return undefined;
    }
    const { formula } = compiled;
    const { type } = formula;
    return { name: name ?? formula.source.trim(), type, formula, field: fieldOf(formula) };
  }

  *measure(given: MeasureOption, index: number): Steps<SummaryMeasure | undefined> {
    const text = typeof given === "string" ? readMeasure(given) : { ...given, text: undefined };
    const problem = (code: string, message: string, help?: string): undefined => {
      const more = help === undefined ? {} : { help };
      this.problems.push({ option: "measures", index, code, message, ...more });
    };
    if (text === undefined || !Object.hasOwn(MEASURES, text.measure)) {
      const shown = typeof given === "string" ? given : given.measure;
      const word = String(shown).trim().replace(/\W.*/s, "");
      const meant = didYouMean(word, Object.keys(MEASURES), quote);
      const names = Object.keys(MEASURES).join(", ");
      return problem(
        "unknown-measure",
        `there is no measure ${quote(String(shown))}${meant}`,
        `write \`count\`, or a measure of a formula such as \`min({price})\`: ${names}`,
      );
    }
    const { measure } = text;
    const { types, result } = MEASURES[measure];
    if (types.length === 0) {
      if (text.of !== undefined) {
        return problem(
          "no-value",
          `\`${measure}\` counts records, and takes no value`,
          "write `count`",
        );
      }
      const name = text.name ?? text.text ?? measure;
      return { name, measure, type: result("number"), value: undefined };
    }
    if (text.of === undefined) {
      return problem(
        "missing-value",
        `\`${measure}\` needs a value`,
        `write \`${measure}({field})\``,
      );
    }
    const value = yield* this.#value(text.of, undefined, "measures", index);
    if (value === undefined) return undefined;
    if (!types.includes(value.type)) {
      return problem(
        "wrong-type",
        `\`${measure}\` takes ${types.join(", ")}, and ${quote(value.name)} is a ${value.type}`,
      );
    }
    const name = text.name ?? text.text ?? `${measure}(${value.name})`;
    return { name, measure, type: result(value.type), value };
  }

  /** Rejects duplicate names: each is a property of the result. */
  refuseTwins(keys: readonly SummaryValue[], measures: readonly SummaryMeasure[]): void {
    const seen = new Set<string>();
    for (const [option, list] of [
      ["groupBy", keys],
      ["measures", measures],
    ] as const) {
      for (const [index, { name }] of list.entries()) {
        if (seen.has(name)) {
          const message = `${quote(name)} is requested twice`;
          this.problems.push({ option, index, code: "duplicate-name", message });
        }
        seen.add(name);
      }
    }
  }

  order(
    sort: readonly SortKey[],
    columns: readonly { readonly name: string }[],
  ): SummaryPlan["order"] {
    const names = columns.map(({ name }) => name);
    return sort.flatMap(({ field, direction }, index) => {
      const position = names.indexOf(field);
      if (position >= 0) return [{ position, isDescending: direction === "desc" }];
      const meant = didYouMean(field, names, quote);
      const message = `the result has no ${quote(field)}${meant}`;
      const help = `groups are sorted by keys and measures: ${names.map(quote).join(", ")}`;
      this.problems.push({ option: "sort", index, code: "unknown-field", message, help });
      return [];
    });
  }
}

/** The field, if the formula is just a field. */
function fieldOf(formula: Formula): Field | undefined {
  const { root } = internals(formula);
  return root.op === "field" ? root.data : undefined;
}
