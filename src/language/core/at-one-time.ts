import { type AnyFormula, formulaOf, internals } from "./compiled.ts";

/** The formula with a clock that stands still as soon as it was read: for work in several parts, or in several threads. */
export function atOneTime(formula: AnyFormula): AnyFormula {
  let time: number | undefined;
  return formulaOf(() => {
    const compiled = internals(formula);
    const now = (): number => {
      time ??= compiled.now();
      return time;
    };
    return { ...compiled, now };
  });
}
