/** A block of code of a page that holds a formula. */
export interface FormulaBlock {
  /**
   * `formula`: it has a value, for the record of the examples. `filter`: it returns cars of the tour. `exercise`: the
   * beginning of a formula that the reader finishes.
   */
  readonly kind: "formula" | "filter" | "exercise";
  readonly formula: string;
  /** The value, or the keys of the cars that are returned, with commas between them. */
  readonly expected: string;
  /** A formula that solves an exercise. */
  readonly solution: string | undefined;
}

const KINDS: readonly unknown[] = ["formula", "filter", "exercise"];

function isKind(language: string | undefined): language is FormulaBlock["kind"] {
  return KINDS.includes(language);
}

/**
 * Reads a block of code: a formula, `// → ` with what it gives, and for an exercise `// solution: ` with a formula.
 *
 * @throws `Error` if it does not say what the formula gives
 */
export function formulaBlock(language: string | undefined, text: string): FormulaBlock | undefined {
  if (!isKind(language)) return undefined;
  const found = /^([\s\S]*?)\n?\/\/ → (.*)(?:\n\/\/ solution: ([\s\S]*))?$/.exec(text.trimEnd());
  if (found === null) throw new Error(`a block of code does not say what it gives: ${text}`);
  const [, formula = "", expected = "", solution] = found;
  return { kind: language, formula, expected, solution };
}
