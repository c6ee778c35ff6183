import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
import { Name } from "../lexer/lexer.ts";
import { spanOf } from "../lexer/token-span.ts";

/** The probable intended token for a mistake, and the finding. */
export interface RepairedToken {
  readonly token: IToken;
  readonly finding?: SyntaxFinding;
}

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

/** Replaces a mistake with a placeholder. */
export function lost(token: IToken, finding: SyntaxFinding): RepairedToken {
  const { start, end } = spanOf(token);
  return { token: holeFor(start, end), finding };
}

/** Replaces a mistake with the intended token, which is also the fix. */
export function meant(
  token: IToken,
  type: TokenType,
  instead: string,
  finding: SyntaxFinding,
): RepairedToken {
  const span = spanOf(token);
  return {
    token: tokenFor(type, instead, span.start, span.end),
    finding: { ...finding, fix: replace(span, instead) },
  };
}
