import type { IToken, TokenType } from "chevrotain";
import type { SyntaxFinding } from "../../source/finding.ts";
import { Field, LeftParenthesis, Name, NumberText, Parameter, Text } from "../lexer/lexer.ts";
import { isHole } from "./repaired-token.ts";

/** An operator of another language between two operands. */
export interface ForeignInfix {
  /** The number of tokens of the operator. */
  readonly length: number;
  /** Tokens that replace the operator, so that the rest of the formula can still be checked. */
  readonly tokens: readonly IToken[];
  /** Whether the operator is complete: no operand follows these tokens. */
  readonly complete: boolean;
  readonly finding: SyntaxFinding;
  /** A later part of the operator that would be a mistake elsewhere: `AND`, or a list in parentheses. */
  readonly expects?: "and" | "list";
}

/** The position of an operator among the tokens. */
export interface InfixPosition {
  readonly tokens: readonly IToken[];
  readonly index: number;
  /** The left side back to the last separator, if it is a single token. */
  readonly left: IToken | undefined;
  /** The token on the left, if an operator of high precedence would take only that token. */
  readonly operand: IToken | undefined;
}

const OPERANDS: ReadonlySet<TokenType> = new Set([Text, NumberText, Field, Name, Parameter]);

/** The token at an index, if it is a complete operand. */
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

/** The word in upper case; `""` if it is not ASCII, because other letters could become ASCII in upper case. */
export function wordOf(token: IToken | undefined): string {
  return token?.tokenType === Name && /^[A-Za-z]+$/.test(token.image)
    ? token.image.toUpperCase()
    : "";
}
