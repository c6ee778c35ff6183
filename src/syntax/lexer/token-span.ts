import type { IToken } from "chevrotain";
import type { Span } from "../../source/span.ts";

/** One past the token's last character. The lexer leaves `endOffset` out; a repaired token has it. */
export function endOf(token: IToken): number {
  return token.endOffset === undefined
    ? token.startOffset + token.image.length
    : token.endOffset + 1;
}

export function spanOf(token: IToken): Span {
  return Object.freeze({ start: token.startOffset, end: endOf(token) });
}
