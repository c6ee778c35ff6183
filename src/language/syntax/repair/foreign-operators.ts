import type { IToken } from "chevrotain";
import type { Edit } from "../../source/diagnostic.ts";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
import type { ForeignHelp } from "../../source/messages/diagnostic-data.ts";
import type { Span } from "../../source/span.ts";
import { LeftParenthesis, Multiplicative, Name, NumberText } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import {
  type ForeignInfix,
  type InfixPosition,
  simpleOperand,
  startsOperand,
  wordOf,
} from "./foreign-infix.ts";
import { comparisonInWords, foreignIs } from "./foreign-is.ts";
import { FOREIGN_WORDS, type ForeignWord, MATCHES } from "./foreign-words.ts";
import { tokenFor } from "./repaired-token.ts";

/** The operator of another language that starts with the token; `undefined` if there is none. */
export function foreignInfix(position: InfixPosition, token: IToken): ForeignInfix | undefined {
  const next = position.tokens[position.index + 1];
  switch (token.image) {
    case "^":
    case "**":
      return multiplicative(position, token, "POWER");
    case "%":
      return startsOperand(next) && !isOperator(position, next)
        ? multiplicative(position, token, "MOD")
        : percent(position.operand, token);
    case "::":
      return cast(token, next);
    case "~":
    case "=~":
      return wordOperator(position, token, token, MATCHES);
  }
  const word = wordOf(token);
  if (word === "IS") return foreignIs(position, token);
  const comparison = comparisonInWords(position.tokens, position.index, 0, token);
  if (comparison !== undefined) return comparison;
  const plain = FOREIGN_WORDS.get(word);
  if (plain !== undefined) return wordOperator(position, token, token, plain);
  const negated = word === "NOT" ? FOREIGN_WORDS.get(wordOf(next)) : undefined;
  return next && negated && wordOperator(position, token, next, negated);
}

/** Whether a word is an operator of another language rather than an operand. */
function isOperator({ tokens, index }: InfixPosition, word: IToken | undefined): boolean {
  const name = wordOf(word);
  // `MOD(…)` is a number. All others are conditions, and have no remainder.
  const isNumber = name === "MOD" && tokens[index + 2]?.tokenType === LeftParenthesis;
  return !isNumber && (LOGIC.has(name) || FOREIGN_WORDS.has(name));
}

const LOGIC: ReadonlySet<string> = new Set(["AND", "OR", "NOT", "IS"]);

/** Reads `x::type`. */
function cast(token: IToken, type: IToken | undefined): ForeignInfix {
  const isType = type?.tokenType === Name;
  const span = { start: token.startOffset, end: endOf(isType ? type : token) };
  const instead = ['x & ""', "VALUE(text)", "DATETIME_PARSE(text)"];
  return {
    length: isType ? 2 : 1,
    tokens: [],
    complete: true,
    finding: notAnOperator(token, span, { instead }, undefined),
  };
}

function wordOperator(
  position: InfixPosition,
  first: IToken,
  last: IToken,
  { help, standIn, rewritten, expects }: ForeignWord,
): ForeignInfix {
  const negated = first !== last;
  const length = negated ? 2 : 1;
  const { left } = position;
  const instead = left && rewritten({ ...position, index: position.index + length - 1 }, left);
  const span = { start: first.startOffset, end: endOf(last) };
  const fix =
    instead &&
    replace(
      { start: left.startOffset, end: endOf(instead.last) },
      negated ? `NOT(${instead.text})` : instead.text,
    );
  return {
    length,
    tokens: [tokenFor(standIn.type, standIn.image, span.start, span.end)],
    complete: false,
    finding: notAnOperator(last, span, help, fix),
    ...(expects && { expects }),
  };
}

function multiplicative(
  { tokens, index, operand: left }: InfixPosition,
  token: IToken,
  name: "MOD" | "POWER",
): ForeignInfix {
  const right = simpleOperand(tokens, index + 1);
  // Languages differ in the associativity of these operators, so there is no fix for a chain.
  const chained = /^(?:\^|\*\*|%)$/.test(tokens[index + 2]?.image ?? "");
  const fix =
    left !== undefined && right !== undefined && !chained
      ? replace(
          { start: left.startOffset, end: endOf(right) },
          `${name}(${left.image}, ${right.image})`,
        )
      : undefined;
  return {
    length: 1,
    tokens: [tokenFor(Multiplicative, "*", token.startOffset, endOf(token))],
    complete: false,
    finding: notAnOperator(token, spanOf(token), { instead: [`${name}(a, b)`] }, fix),
  };
}

/** Reads `5%`: the number is kept, and the percent sign is dropped. */
function percent(left: IToken | undefined, token: IToken): ForeignInfix {
  const fraction = left?.tokenType === NumberText ? hundredth(left.image) : undefined;
  return {
    length: 1,
    tokens: [],
    complete: true,
    finding: {
      code: "foreign-operator",
      span: spanOf(token),
      data: {
        operator: token.image,
        reason: "percent",
        instead: fraction === undefined ? [] : [fraction],
      },
      ...(left &&
        fraction && { fix: replace({ start: left.startOffset, end: endOf(token) }, fraction) }),
    },
  };
}

/** A number divided by 100, without the digits that a division would add; `undefined` if it is not a plain number. */
function hundredth(image: string): string | undefined {
  return /^\d{1,12}(?:\.\d{1,3})?$/.test(image) ? String(Number(`${image}e-2`)) : undefined;
}

function notAnOperator(
  { image }: IToken,
  span: Span,
  help: ForeignHelp,
  fix: readonly Edit[] | undefined,
): SyntaxFinding {
  return {
    code: "foreign-operator",
    span,
    data: { operator: image, reason: "unknown", ...help },
    ...(fix && { fix }),
  };
}
