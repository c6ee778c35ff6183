/*
 * The mistakes of formulas that the grammar does not accept, and the tokens as they were probably meant, of which the
 * grammar makes the tree. `repair.ts` only follows whether an operand or an operator comes next, and which parentheses
 * are open: precedence and trees are the grammar's.
 *
 * Chevrotain's own recovery (`recoveryEnabled`) does not replace this. It skips tokens until an open rule can go on, so
 * 12 of 17 broken formulas like those of `test/language/syntax` lost operands, which nothing then checks. It has no fixes, an
 * error at the end of the text has no span, and every action of the grammar would have to accept missing parts:
 *
 *     a && b               recovery: "Redundant input, expecting EOF but found: &&", and the tree `a`
 *                          here: "`&&` is not an operator of formulas", the tree and the fix `AND(a, b)`
 *     AND(x, OR(a b), c)   recovery: "Expecting token of type --> RightParenthesis <-- but found --> 'b' <--",
 *                          and the tree `AND(x, OR(a), c)`
 *                          here: "an operator or a comma is missing between `a` and `b`", and all operands
 */

import type { IToken } from "chevrotain";
import type { SyntaxFinding } from "../../source/finding.ts";
import type { Limits } from "../../source/formula-limits.ts";
import { invalidCharacters } from "../lexer/invalid-characters.ts";
import { checkTokenLimits } from "../lexer/token-limits.ts";
import { htmlEntities } from "./html-entities.ts";
import { emptyFormula } from "./misplaced-tokens.ts";
import { type RepairedFormula, repair } from "./repair.ts";
import { repairTokens } from "./repair-tokens.ts";

/** The mistakes of a formula, and its tokens as they were probably intended; `undefined` if a limit is exceeded. */
export interface Diagnosis {
  readonly findings: readonly SyntaxFinding[];
  readonly repaired: RepairedFormula | undefined;
}

/** Finds the mistakes of a formula that the grammar does not accept. */
export function diagnose(source: string, tokens: readonly IToken[], limits: Limits): Diagnosis {
  const invalid = invalidCharacters(source);
  if (tokens.length === 0 && invalid.length === 0) {
    return { findings: [emptyFormula(source.length)], repaired: undefined };
  }
  const entities = htmlEntities(source, tokens);
  if (entities !== undefined) return { findings: [entities], repaired: undefined };
  const rewritten = repairTokens(source, tokens);
  const repaired = repair(rewritten);
  const findings = [...invalid, ...rewritten.findings, ...repaired.findings]
    .sort((first, second) => first.span.start - second.span.start)
    .slice(0, limits.diagnostics);
  const tooMuch = checkTokenLimits(repaired.tokens, limits).length > 0;
  return { findings, repaired: tooMuch ? undefined : repaired };
}
