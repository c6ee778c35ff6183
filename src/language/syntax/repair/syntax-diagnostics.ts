import type { IToken } from "chevrotain";
import { quote } from "../../../util/quote.ts";
import type { Diagnostic, RelatedSpan } from "../../source/diagnostic.ts";
import { diagnostic, replaceFix } from "../../source/report.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";

/* The diagnostics of the repair for tokens that are sound but stand in the wrong place. */

export function emptyFormula(length: number): Diagnostic {
  return diagnostic("empty-formula", { start: 0, end: length }, "the formula is empty");
}

export function leadingEquals(token: IToken): Diagnostic {
  return diagnostic("leading-equals", spanOf(token), "a formula does not start with `=`", {
    fix: replaceFix("remove =", spanOf(token), ""),
  });
}

/** An operator that has no operand at one side. */
export function missingOperand(operator: IToken, side: "before" | "after"): Diagnostic {
  return diagnostic(
    "missing-operand",
    spanOf(operator),
    `an operand is missing ${side} ${quote(operator.image)}`,
  );
}

export function emptyGroup(opening: IToken, closing: IToken): Diagnostic {
  const span = { start: opening.startOffset, end: endOf(closing) };
  return diagnostic("missing-operand", span, "there is nothing between the parentheses");
}

/** Two operands side by side. */
export function missingOperator(before: IToken, after: IToken, inCall: boolean): Diagnostic {
  const span = { start: before.startOffset, end: endOf(after) };
  const what = inCall ? "an operator or a comma" : "an operator";
  return diagnostic(
    "missing-operator",
    span,
    `${what} is missing between ${quote(before.image)} and ${quote(after.image)}`,
  );
}

/** A parenthesis after a token that is not a function's name. A name in braces is a field, not a function. */
export function notCallable(before: IToken, opening: IToken): Diagnostic {
  const span = { start: before.startOffset, end: endOf(opening) };
  return diagnostic(
    "missing-operator",
    span,
    `an operator is missing between ${quote(before.image)} and \`(\``,
    {
      help: "write the name of a function directly before its parenthesis, without braces or quotes",
    },
  );
}

/** If the last argument is missing, the fix removes the comma. In `IF(a,, b)` it must stay: `b` is the third. */
export function missingArgument(comma: IToken, isLast: boolean): Diagnostic {
  const { start } = spanOf(comma);
  return diagnostic("missing-argument", spanOf(comma), "an argument is missing at this comma", {
    fix: isLast
      ? replaceFix("remove the comma", spanOf(comma), "")
      : replaceFix("write BLANK()", { start, end: start }, "BLANK()"),
  });
}

export function strayComma(comma: IToken): Diagnostic {
  return diagnostic(
    "unexpected-token",
    spanOf(comma),
    "a comma is allowed only between the arguments of a function",
  );
}

/** There is a fix only for the first mistake: an earlier mistake may be the reason why no parenthesis is open. */
export function strayParenthesis(token: IToken, isFirstMistake: boolean): Diagnostic {
  const fix = isFirstMistake ? { fix: replaceFix("remove )", spanOf(token), "") } : {};
  return diagnostic("unexpected-parenthesis", spanOf(token), "this `)` has no opening `(`", fix);
}

/** The most open parentheses that a diagnostic points to, because a hundred of them are still one mistake. */
const MOST_RELATED = 3;

export function missingParentheses(openings: readonly IToken[], end: number): Diagnostic {
  const at = { start: end, end };
  const count = openings.length;
  const closing = ")".repeat(count);
  const related = openings.slice(-MOST_RELATED).map(
    (opening): RelatedSpan => ({
      span: spanOf(opening),
      message: "this parenthesis is not closed",
    }),
  );
  return diagnostic(
    "missing-parenthesis",
    at,
    count === 1 ? "a closing `)` is missing" : `${count} closing \`)\` are missing`,
    { fix: replaceFix(count === 1 ? "add )" : `add ${count} )`, at, closing), related },
  );
}

export function semicolons(tokens: readonly IToken[]): readonly Diagnostic[] {
  const [first] = tokens;
  if (first === undefined) return [];
  return [
    diagnostic("foreign-syntax", spanOf(first), "arguments are separated by commas", {
      help: "write `,` in place of `;`",
      fix: {
        title: "write commas",
        edits: tokens.map((token) => ({ span: spanOf(token), text: "," })),
      },
    }),
  ];
}
