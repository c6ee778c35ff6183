/** A code block of a page with a formula. */
export interface FormulaBlock {
  /**
   * `formula`: evaluated for the example record. `filter`: filters the cars of the tour. `exercise`: the beginning of a
   * formula that the reader completes.
   */
  readonly kind: "formula" | "filter" | "exercise";
  readonly formula: string;
  /** The value, or the comma-separated keys of the matching cars. */
  readonly expected: string;
  /** The solution of an exercise. */
  readonly solution: string | undefined;
}

const KINDS: readonly unknown[] = ["formula", "filter", "exercise"];

function isKind(language: string | undefined): language is FormulaBlock["kind"] {
  return KINDS.includes(language);
}

/**
 * Parses a code block: a formula, `// → ` with its result, and for an exercise `// solution: ` with a formula.
 *
 * @throws `Error` if the result is missing
 */
export function formulaBlock(language: string | undefined, text: string): FormulaBlock | undefined {
  if (!isKind(language)) return undefined;
  const found = /^([\s\S]*?)\n?\/\/ → (.*)(?:\n\/\/ solution: ([\s\S]*))?$/.exec(text.trimEnd());
  if (found === null) throw new Error(`a block of code does not say what it gives: ${text}`);
  const [, formula = "", expected = "", solution] = found;
  return { kind: language, formula, expected, solution };
}
