import type { IToken } from "chevrotain";
import { excerpt, replace, type SyntaxFinding } from "../../source/finding.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";

/* Findings for tokens that are valid but misplaced. */

export function emptyFormula(length: number): SyntaxFinding {
  return { code: "empty-formula", span: { start: 0, end: length }, data: {} };
}

export function leadingEquals(token: IToken): SyntaxFinding {
  const span = spanOf(token);
  return { code: "leading-equals", span, data: {}, fix: replace(span, "") };
}

/** An operator without an operand on one side. */
export function missingOperand(operator: IToken, side: "before" | "after"): SyntaxFinding {
  const data = { side, operator: operator.image };
  return { code: "missing-operand", span: spanOf(operator), data };
}

export function emptyGroup(opening: IToken, closing: IToken): SyntaxFinding {
  const span = { start: opening.startOffset, end: endOf(closing) };
  return { code: "missing-operand", span, data: { side: "inside" } };
}

/** Two operands side by side. */
export function missingOperator(before: IToken, after: IToken, inCall: boolean): SyntaxFinding {
  return operatorMissing(before, after, inCall ? "call" : "formula");
}

/** A parenthesis after a token that is not a function's name. A name in braces is a field, not a function. */
export function notCallable(before: IToken, opening: IToken): SyntaxFinding {
  return operatorMissing(before, opening, "parenthesis");
}

function operatorMissing(
  before: IToken,
  after: IToken,
  context: "formula" | "call" | "parenthesis",
): SyntaxFinding {
  return {
    code: "missing-operator",
    span: { start: before.startOffset, end: endOf(after) },
    data: { before: excerpt(before.image), after: excerpt(after.image), context },
  };
}

/** The fix removes the comma, unless it must stay: in `IF(a,, b)`, `b` is the third. */
export function missingArgument(comma: IToken, isSuperfluous: boolean): SyntaxFinding {
  const span = spanOf(comma);
  const { start } = span;
  return {
    code: "missing-argument",
    span,
    data: { isSuperfluous },
    fix: isSuperfluous ? replace(span, "") : replace({ start, end: start }, "BLANK()"),
  };
}

export function strayComma(comma: IToken): SyntaxFinding {
  return { code: "unexpected-token", span: spanOf(comma), data: { token: "," } };
}

/** A fix exists only for the first mistake: an earlier mistake may be the reason why no parenthesis is open. */
export function strayParenthesis(token: IToken, isFirstMistake: boolean): SyntaxFinding {
  const span = spanOf(token);
  const fix = isFirstMistake ? { fix: replace(span, "") } : {};
  return { code: "unexpected-parenthesis", span, data: {}, ...fix };
}

/** The maximum number of open parentheses that a finding points to: a hundred of them are still one mistake. */
const MOST_RELATED = 3;

export function missingParentheses(openings: readonly IToken[], end: number): SyntaxFinding {
  const at = { start: end, end };
  const count = openings.length;
  return {
    code: "missing-parenthesis",
    span: at,
    data: { count },
    fix: replace(at, ")".repeat(count)),
    related: openings.slice(-MOST_RELATED).map(spanOf),
  };
}

/** Commas beside semicolons may be those of decimals, as in `MAX({price}; 1,5)`: then there is no fix. */
export function semicolons(tokens: readonly IToken[], hasComma: boolean): readonly SyntaxFinding[] {
  const [first] = tokens;
  if (first === undefined) return [];
  return [
    {
      code: "foreign-syntax",
      span: spanOf(first),
      data: { construct: "semicolons" },
      ...(!hasComma && { fix: tokens.map((token) => ({ span: spanOf(token), text: "," })) }),
    },
  ];
}
