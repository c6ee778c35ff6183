import type { FunctionDefinition } from "../functions/define.ts";
import type { Limits } from "../source/limits.ts";
import { misuse } from "../util/misuse.ts";
import { isDateValue } from "../values/date/index.ts";

/** Options of `check`. */
export interface CheckOptions {
  /** Bounds on what a formula may ask for; what is left out keeps its default. */
  readonly limits?: Partial<Limits>;
  /** Functions beside the built-in ones, made with `defineFunction`. */
  readonly functions?: readonly FunctionDefinition[];
}

/** Options of `compile`. */
export interface CompileOptions extends CheckOptions {
  /** The clock that `NOW()` and `TODAY()` read, once for each run; the system's unless given. */
  readonly clock?: () => Date;
  /**
   * Whether code may be generated for this formula, as JavaScript and WebAssembly: true unless given. If a content security
   * policy forbids it, the formula works without, but the first attempt is a violation that the browser reports; with
   * `false` nothing is attempted.
   */
  readonly codeGeneration?: boolean;
  /**
   * Called once for a formula, when a kernel of a custom function first throws or returns what is no value of its type. The
   * formula's value is then an error for that record, and nothing else is told of it.
   */
  readonly onProblem?: (problem: Error) => void;
}

/** @throws `RangeError` when the clock shows no instant that the language knows. */
export function readClock(clock: () => Date): number {
  const date = clock();
  if (!(date instanceof Date)) throw misuse("`compile`: the clock's result", "a Date", date);
  const now = date.getTime();
  if (!isDateValue(now)) throw new RangeError("the clock shows no instant between 1900 and 2298");
  return now;
}
