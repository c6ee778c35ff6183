import type { FunctionDefinition } from "../functions/define.ts";
import type { Limits } from "../source/limits.ts";
import { misuse } from "../util/misuse.ts";
import { isDateValue } from "../values/date/index.ts";

/** Options of `check`. */
export interface CheckOptions {
  /** Bounds on the size of a formula; a limit that is left out keeps its default. */
  readonly limits?: Partial<Limits>;
  /** Functions beside the built-in ones, made with `defineFunction`. */
  readonly functions?: readonly FunctionDefinition[];
}

/** Options of `compile`. */
export interface CompileOptions extends CheckOptions {
  /** The clock that `NOW()` and `TODAY()` read, once for each run; the system's clock unless given. */
  readonly clock?: () => Date;
  /**
   * Whether JavaScript and WebAssembly may be generated for this formula; true unless given. If a content security
   * policy forbids this, the formula still works, but the browser reports the first attempt as a violation. With
   * `false`, there is no attempt.
   */
  readonly codeGeneration?: boolean;
  /**
   * Called once for a formula, when a kernel of a custom function first throws or returns a value of another type than
   * declared. The formula's value is then an error for that record. Later problems of the formula are not reported.
   */
  readonly onProblem?: (problem: Error) => void;
}

/** @throws `RangeError` if the clock's time is outside the years 1900 to 2298. */
export function readClock(clock: () => Date): number {
  const date = clock();
  if (!(date instanceof Date)) throw misuse("`compile`: the clock's result", "a Date", date);
  const now = date.getTime();
  if (!isDateValue(now)) throw new RangeError("the clock shows no instant between 1900 and 2298");
  return now;
}
