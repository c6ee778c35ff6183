import type { IToken } from "chevrotain";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
import { Comparison, LeftParenthesis, Name, RightParenthesis } from "../lexer/lexer.ts";
import { endOf } from "../lexer/token-span.ts";
import { type ForeignInfix, type InfixPosition, wordOf } from "./foreign-infix.ts";
import { tokenFor } from "./repaired-token.ts";

const BLANK_WORDS = new Set(["NULL", "BLANK", "EMPTY"]);

/** Comparisons in words, by the operator and its opposite. */
const PHRASES: ReadonlyMap<string, readonly [operator: string, opposite: string]> = new Map([
  ["BEFORE", ["<", ">="]],
  ["AFTER", [">", "<="]],
  ["ON OR BEFORE", ["<=", ">"]],
  ["ON OR AFTER", [">=", "<"]],
  ["LESS THAN", ["<", ">="]],
  ["GREATER THAN", [">", "<="]],
  ["MORE THAN", [">", "<="]],
  ["LESS THAN OR EQUAL TO", ["<=", ">"]],
  ["GREATER THAN OR EQUAL TO", [">=", "<"]],
  ["EQUAL TO", ["=", "!="]],
  ["EQUALS", ["=", "!="]],
]);
const MOST_WORDS = 5;

/** The number of words of the longest phrase at an index, and its operators. */
function phraseAt(tokens: readonly IToken[], index: number) {
  for (let length = MOST_WORDS; length > 0; length--) {
    const words = tokens.slice(index, index + length).map(wordOf);
    const operators = words.length === length ? PHRASES.get(words.join(" ")) : undefined;
    if (operators !== undefined) return { length, operators };
  }
  return;
}

/** Reads `IS` or `IS NOT`, and an optional word for a blank, or a comparison in words. */
export function foreignIs({ tokens, index }: InfixPosition, is: IToken): ForeignInfix {
  const negation = tokens[index + 1];
  const [last, length, image] =
    negation !== undefined && wordOf(negation) === "NOT"
      ? ([negation, 2, "!="] as const)
      : ([is, 1, "="] as const);
  const phrase = comparisonInWords(tokens, index, length, is);
  if (phrase !== undefined) return phrase;
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

/** Reads a comparison in words, such as `LESS THAN`, behind a number of other words, such as `IS` and `NOT`. */
export function comparisonInWords(
  tokens: readonly IToken[],
  index: number,
  words: number,
  first: IToken,
): ForeignInfix | undefined {
  const phrase = phraseAt(tokens, index + words);
  if (phrase === undefined) return undefined;
  const length = words + phrase.length;
  const [operator, opposite] = phrase.operators;
  const written = words < 2 ? operator : opposite;
  const end = endOf(tokens[index + length - 1] ?? first);
  // A blank may be meant by `IS NOT BEFORE`, too.
  const isSure = words < 2 || written === "!=";
  return {
    length,
    tokens: [tokenFor(Comparison, written, first.startOffset, end)],
    complete: false,
    finding: notAnOperator(first, end, written, isSure),
  };
}

function notAnOperator(is: IToken, end: number, instead: string, isSure = true): SyntaxFinding {
  const span = { start: is.startOffset, end };
  return {
    code: "foreign-operator",
    span,
    data: { operator: is.image, reason: "comparison", instead: [instead] },
    ...(isSure && { fix: replace(span, instead) }),
  };
}
