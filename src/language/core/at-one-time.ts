import { type AnyFormula, COMPILE } from "./compiled.ts";

/** The formula with a clock that stands still as soon as it was read: for work in several parts, or in several threads. */
export function atOneTime(formula: AnyFormula): AnyFormula {
  let time: number | undefined;
  return {
    to: (target, ...[options]) =>
      formula.to<typeof options, ReturnType<(typeof target)[typeof COMPILE]>>(
        {
          [COMPILE]: (compiled) => {
            const now = (): number => {
              time ??= compiled.now();
              return time;
            };
            return target[COMPILE]({ ...compiled, now }, options as never);
          },
        },
        options as never,
      ),
  };
}
