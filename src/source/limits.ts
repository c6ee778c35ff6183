import { misuse } from "../util/misuse.ts";

/** Bounds on what a formula may ask for; each has a diagnostic code of its own. */
export interface Limits {
  /** Longest formula, in UTF-16 units. */
  readonly length: number;
  /** Deepest nesting of parentheses, calls and signs. At most 150, whatever is given: the parser must not run out of stack. */
  readonly depth: number;
  /** Most nodes in the syntax tree. */
  readonly nodes: number;
  /** Most arguments of one call. */
  readonly arguments: number;
  /** Most diagnostics reported for one formula. */
  readonly diagnostics: number;
}

/** The limits that hold unless others are given; `limits` of a compile option may only lower or raise them knowingly. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
  length: 16_000,
  depth: 64,
  nodes: 2_000,
  arguments: 100,
  diagnostics: 100,
});

/** Half of what the parser, which recurses for each level, can read with the stack that engines give by default. */
const DEEPEST_NESTING = 150;

/**
 * The limits, with the default of each that is not given. `Infinity` lifts one, but for the depth.
 *
 * @throws `RangeError` for a limit that is not a whole number from 1: no formula would ever be over it.
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
    diagnostics: limit("diagnostics"),
  };
}
