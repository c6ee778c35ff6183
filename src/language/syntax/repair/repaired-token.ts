import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
import { Name } from "../lexer/lexer.ts";

/** Creates a token for a span of the source; its image may differ from the source. */
export function tokenFor(type: TokenType, image: string, start: number, end: number): IToken {
  // Lines and columns are not tracked. The end offset of a token is that of its last character.
  return createTokenInstance(type, image, start, end - 1, 0, 0, 0, 0);
}

/** Creates a placeholder for a missing or unrecognised operand: an empty name, which no field can have. */
export function holeFor(start: number, end: number): IToken {
  return tokenFor(Name, "", start, end);
}

export function isHole(token: IToken): boolean {
  return token.image === "";
}
