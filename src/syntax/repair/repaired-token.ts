import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
import { Name } from "../lexer/lexer.ts";

/** A token that stands for this part of the source, whatever is written there. */
export function tokenFor(type: TokenType, image: string, start: number, end: number): IToken {
  // Lines and columns are not tracked; the end offset is that of the last character.
  return createTokenInstance(type, image, start, end - 1, 0, 0, 0, 0);
}

/** Stands where an operand is missing or is not understood: a name that no field can have. */
export function holeFor(start: number, end: number): IToken {
  return tokenFor(Name, "", start, end);
}

export function isHole(token: IToken): boolean {
  return token.image === "";
}
