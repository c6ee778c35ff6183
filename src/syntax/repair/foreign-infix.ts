import type { IToken, TokenType } from "chevrotain";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { Field, LeftParenthesis, Name, NumberText, Text } from "../lexer/lexer.ts";
import { isHole } from "./repaired-token.ts";

/** An operator of another language, found where an operator stands. */
export interface ForeignInfix {
  /** How many tokens it is written with. */
  readonly length: number;
  /** What stands in its place, so that what is around it can still be checked. */
  readonly tokens: readonly IToken[];
  /** Whether its right operand is among those already. */
  readonly complete: boolean;
  readonly diagnostic: Diagnostic;
  /** What belongs to it further on, and would be a mistake elsewhere. */
  readonly expects?: "and" | "list";
}

/** Where an operator stands. */
export interface InfixPlace {
  readonly tokens: readonly IToken[];
  readonly index: number;
  /** What stands on the left, when it is a single token. */
  readonly left: IToken | undefined;
  /** The token on the left, when an operator that binds tightly would take it alone. */
  readonly operand: IToken | undefined;
}

const OPERANDS: ReadonlySet<TokenType> = new Set([Text, NumberText, Field, Name]);

/** The token, when it is an operand by itself. */
export function simpleOperand(tokens: readonly IToken[], index: number): IToken | undefined {
  const token = tokens[index];
  if (token === undefined || !OPERANDS.has(token.tokenType) || isHole(token)) return undefined;
  return tokens[index + 1]?.tokenType === LeftParenthesis ? undefined : token;
}

export function startsOperand(token: IToken | undefined): boolean {
  return (
    token !== undefined && (OPERANDS.has(token.tokenType) || token.tokenType === LeftParenthesis)
  );
}

/** The word in capital letters: only ASCII, so that no other letter folds into one of ours. */
export function wordOf(token: IToken | undefined): string {
  return token?.tokenType === Name && /^[A-Za-z]+$/.test(token.image)
    ? token.image.toUpperCase()
    : "";
}
