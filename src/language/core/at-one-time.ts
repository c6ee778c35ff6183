import { type AnyFormula, formulaOf, internals } from "./compiled.ts";

/** The formula with a clock that stops at its first reading, for work in several steps or threads. */
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
