import { misuse } from "../../util/misuse.ts";

/** Bounds on the size of a formula. Each one except `diagnostics` has a diagnostic code of its own. */
export interface Limits {
  /** The longest formula, in UTF-16 units. */
  readonly length: number;
  /** The deepest nesting of parentheses, calls and signs. It is at most 150, so the parser cannot run out of stack. */
  readonly depth: number;
  /** The most nodes in the syntax tree. */
  readonly nodes: number;
  /** The most arguments of one call. */
  readonly arguments: number;
  /** The most values after the first argument of a function that looks for many values, such as `ISONEOF`. */
  readonly values: number;
  /**
   * The most work that evaluating the formula for one record may take, in about nanoseconds. It is estimated before
   * anything runs, from the operations and the lengths of the texts. Constants are computed in advance within the same
   * limit.
   */
  readonly work: number;
  /** The most diagnostics that are reported for one formula. */
  readonly diagnostics: number;
}

/** The limits that hold unless the option `limits` gives others. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
  length: 16_000,
  depth: 64,
  nodes: 2_000,
  arguments: 100,
  values: 1_000,
  work: 10_000_000,
  diagnostics: 100,
});

/** Functions whose arguments are a value and many others to look for: the limit `values` takes the place of `arguments`. */
export const FUNCTIONS_OF_MANY_VALUES: ReadonlySet<string> = new Set([
  "ISONEOF",
  "HASANY",
  "HASALL",
  "HASNONE",
]);

/** The parser recurses for each level. With the default stack of engines, it can read about twice this depth. */
const DEEPEST_NESTING = 150;

/**
 * The limits, with the default for each one that is not given. `Infinity` removes a limit, except that of the depth.
 *
 * @throws `RangeError` for a limit that is neither a whole number from 1 nor `Infinity`.
 */
export function limitsFrom(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return DEFAULT_LIMITS;
  const limit = (name: keyof Limits): number => {
    const value = given[name] ?? DEFAULT_LIMITS[name];
    if (typeof value !== "number") throw misuse(`the limit \`${name}\``, "a number", value);
    if (value !== Number.POSITIVE_INFINITY && !(Number.isInteger(value) && value >= 1)) {
      throw new RangeError(`the limit \`${name}\` must be a whole number from 1`);
    }
    return value;
  };
  return {
    length: limit("length"),
    depth: Math.min(limit("depth"), DEEPEST_NESTING),
    nodes: limit("nodes"),
    arguments: limit("arguments"),
    values: limit("values"),
    work: limit("work"),
    diagnostics: limit("diagnostics"),
  };
}
