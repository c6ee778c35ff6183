import type { IToken } from "chevrotain";
import type { Span } from "../../source/span.ts";

/** The offset after the token's last character. The lexer does not set `endOffset`; repaired tokens have it. */
export function endOf(token: IToken): number {
  return token.endOffset === undefined
    ? token.startOffset + token.image.length
    : token.endOffset + 1;
}

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: endOf(token) };
}
