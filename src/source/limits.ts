/** Bounds on what a formula may ask for; each has a diagnostic code of its own. */
export interface Limits {
  /** Longest formula, in UTF-16 units. */
  readonly length: number;
  /** Deepest nesting of parentheses, calls and signs. */
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
