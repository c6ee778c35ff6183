import { misuse } from "../../util/misuse.ts";

/** Limits on the size of a formula. Each one except `diagnostics` has its own diagnostic code. */
export interface Limits {
  /** The maximum length of a formula, in UTF-16 units. */
  readonly length: number;
  /**
   * The maximum nesting of parentheses, calls and signs. It is at most 150, so that the parser cannot overflow the
   * stack.
   */
  readonly depth: number;
  /** The maximum number of nodes in the syntax tree. */
  readonly nodes: number;
  /** The maximum number of arguments of one call. */
  readonly arguments: number;
  /**
   * The maximum number of values after the first argument of a function that searches for many values, such as
   * `ISONEOF`.
   */
  readonly values: number;
  /**
   * The maximum work of evaluating the formula for one record, in estimated nanoseconds. The estimate is static, from
   * the operations and the lengths of the texts. Folding constants has the same limit.
   */
  readonly work: number;
  /** The maximum number of diagnostics reported for one formula. */
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

/** Functions that search for many values: `values` is their limit instead of `arguments`. */
export const FUNCTIONS_OF_MANY_VALUES: ReadonlySet<string> = new Set([
  "ISONEOF",
  "HASANY",
  "HASALL",
  "HASNONE",
]);

/** The parser recurses for each level. The default stack of engines allows about twice this depth. */
const DEEPEST_NESTING = 150;

/**
 * The limits, with defaults for those not given. `Infinity` removes a limit, except that of the depth.
 *
 * @throws `RangeError` for a limit that is neither a positive whole number nor `Infinity`.
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
