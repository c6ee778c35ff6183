import type { TokenType } from "chevrotain";
import type { Span } from "../../source/span.ts";
import {
  Additive,
  Comma,
  Comparison,
  commentsIn,
  Field,
  Joining,
  LeftParenthesis,
  Multiplicative,
  Name,
  NumberText,
  Parameter,
  RightParenthesis,
  Text,
  tokenize,
} from "./lexer.ts";
import { BrokenField, BrokenNumber, BrokenText, UnterminatedComment } from "./mistake-tokens.ts";
import { spanOf } from "./token-span.ts";

/** The kind of a token. The `broken-` kinds are texts, fields and numbers with a mistake in their spelling. */
type SourceTokenKind =
  | "name"
  | "field"
  | "text"
  | "number"
  | "parameter"
  | "comma"
  | "opening"
  | "closing"
  | "operator"
  | "comment"
  | "open-comment"
  | "broken-text"
  | "broken-field"
  | "broken-number"
  | "mistake";

/** A token of the formula's text, for tools. */
export interface SourceToken {
  readonly kind: SourceTokenKind;
  readonly span: Span;
  /** The token's source text. */
  readonly image: string;
}

const KINDS: ReadonlyMap<TokenType, SourceTokenKind> = new Map([
  [Name, "name"],
  [Field, "field"],
  [Text, "text"],
  [NumberText, "number"],
  [Parameter, "parameter"],
  [Comma, "comma"],
  [LeftParenthesis, "opening"],
  [RightParenthesis, "closing"],
  [Comparison, "operator"],
  [Joining, "operator"],
  [Additive, "operator"],
  [Multiplicative, "operator"],
  [UnterminatedComment, "open-comment"],
  [BrokenText, "broken-text"],
  [BrokenField, "broken-field"],
  [BrokenNumber, "broken-number"],
]);

/** The tokens of any text in order, with its comments. */
export function sourceTokens(source: string): readonly SourceToken[] {
  const tokens = tokenize(source).map(
    (token): SourceToken => ({
      kind: KINDS.get(token.tokenType) ?? "mistake",
      span: spanOf(token),
      image: token.image,
    }),
  );
  const comments = source.includes("/") ? commentsIn(source) : [];
  if (comments.length === 0) return tokens;
  for (const comment of comments) {
    tokens.push({ kind: "comment", span: spanOf(comment), image: comment.image });
  }
  return tokens.sort((a, b) => a.span.start - b.span.start);
}
