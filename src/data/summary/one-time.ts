import type { Formula } from "../../engine/index.ts";
import { internals } from "../../language/core/compiled.ts";
import { usesClock } from "../../language/core/uses.ts";

interface Valued {
  readonly formula: Formula;
}

/** The formulas of a summary. */
interface SummaryFormulas<
  Value extends Valued,
  Measure extends { readonly value: Value | undefined },
> {
  readonly filter: Formula | undefined;
  readonly keys: readonly Value[];
  readonly measures: readonly Measure[];
}

/** Fixes the clock of all formulas to one time: that of the first one that reads the clock. */
export function summaryAtOneTime<
  Value extends Valued,
  Measure extends { readonly value: Value | undefined },
  Plan extends SummaryFormulas<Value, Measure>,
>(plan: Plan & SummaryFormulas<Value, Measure>): Plan {
  const { filter, keys, measures } = plan;
  const values = [...keys, ...measures.flatMap(({ value }) => value ?? [])];
  const formulas = [...(filter === undefined ? [] : [filter]), ...values.map((one) => one.formula)];
  let now: number | undefined;
  for (const formula of formulas) now ??= timeOf(formula);
  if (now === undefined) return plan;
  const time = now;
  const timed = (value: Value): Value => ({ ...value, formula: value.formula.at(time) });
  return {
    ...plan,
    filter: filter?.at(time),
    keys: keys.map(timed),
    measures: measures.map((one) => ({ ...one, value: one.value && timed(one.value) })),
  };
}

/** The time of a formula's clock; `undefined` if the formula does not read it. */
function timeOf(formula: Formula): number | undefined {
  const { root, condition, now } = internals(formula);
  return usesClock(root, condition) ? now() : undefined;
}
