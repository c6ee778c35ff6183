import type { SqlValue } from "../sql/fragment.ts";

/** The condition of a formula, or a whole query, cut at its placeholders. */
export interface CutSql {
  /** Only a condition has it. */
  readonly where?: string;
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];
}

/**
 * The text between the placeholders. A condition has parentheses around it: libraries write AND between conditions
 * and nothing else, and an OR of the formula would swallow those of the caller.
 */
export function piecesOf({ where, strings }: CutSql): readonly string[] {
  if (where === undefined) return strings;
  const last = strings.length - 1;
  return strings.map(
    (text, index) => `${index === 0 ? "(" : ""}${text}${index === last ? ")" : ""}`,
  );
}
