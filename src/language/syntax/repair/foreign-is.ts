import type { IToken } from "chevrotain";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
import { Comparison, LeftParenthesis, Name, RightParenthesis } from "../lexer/lexer.ts";
import { endOf } from "../lexer/token-span.ts";
import { type ForeignInfix, type InfixPosition, wordOf } from "./foreign-infix.ts";
import { tokenFor } from "./repaired-token.ts";

const BLANK_WORDS = new Set(["NULL", "BLANK", "EMPTY"]);

/** Reads `IS` or `IS NOT`, and an optional word for a blank. */
export function foreignIs({ tokens, index }: InfixPosition, is: IToken): ForeignInfix {
  const negation = tokens[index + 1];
  const [last, length, image] =
    negation !== undefined && wordOf(negation) === "NOT"
      ? ([negation, 2, "!="] as const)
      : ([is, 1, "="] as const);
  const comparison = tokenFor(Comparison, image, is.startOffset, endOf(last));
  const blank = tokens[index + length];
  if (blank === undefined || !BLANK_WORDS.has(wordOf(blank))) {
    return {
      length,
      tokens: [comparison],
      complete: false,
      finding: notAnOperator(is, endOf(last), image),
    };
  }
  const [opening, closing] = tokens.slice(index + length + 1, index + length + 3);
  const called = opening?.tokenType === LeftParenthesis && closing?.tokenType === RightParenthesis;
  const end = endOf(called ? closing : blank);
  return {
    length: called ? length + 3 : length + 1,
    tokens: [
      comparison,
      tokenFor(Name, "BLANK", blank.startOffset, endOf(blank)),
      tokenFor(LeftParenthesis, "(", endOf(blank), endOf(blank)),
      tokenFor(RightParenthesis, ")", endOf(blank), end),
    ],
    complete: true,
    finding: notAnOperator(is, end, `${image} BLANK()`),
  };
}

function notAnOperator(is: IToken, end: number, instead: string): SyntaxFinding {
  const span = { start: is.startOffset, end };
  return {
    code: "foreign-operator",
    span,
    data: { operator: is.image, reason: "comparison", instead: [instead] },
    fix: replace(span, instead),
  };
}
