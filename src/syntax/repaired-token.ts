import type { IToken, TokenType } from "chevrotain";
import { Name } from "./lexer.ts";

/** A token that stands for this part of the source, whatever is written there. */
export function tokenFor(type: TokenType, image: string, start: number, end: number): IToken {
  return {
    image,
    startOffset: start,
    // Chevrotain counts to the last character.
    endOffset: end - 1,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
    tokenType: type,
  };
}

/** Stands where an operand is missing or is not understood: a name that no field can have. */
export function holeFor(start: number, end: number): IToken {
  return tokenFor(Name, "", start, end);
}

export function isHole(token: IToken): boolean {
  return token.image === "";
}
