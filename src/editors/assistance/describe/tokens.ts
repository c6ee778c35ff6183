import type { Span } from "../../../language/source/span.ts";
import { nameOfField, type SourceToken, sourceTokens } from "../../../language/syntax/index.ts";
import type { LanguageToken, TokenKind } from "../assistance-types.ts";
import type { Knowledge } from "../knowledge.ts";
import { nameAt } from "./name-at.ts";

const TEXT_ESCAPE = /\\["'\\ntr]/g;
const FIELD_ESCAPE = /\\[{}\\]/g;

/** The tokens of the source with their kinds. */
export function tokensIn(text: string, knowledge: Knowledge): readonly LanguageToken[] {
  const tokens = sourceTokens(text);
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    const following = next?.kind === "comment" ? undefined : next;
    const kind = kindOf(token, following, knowledge);
    if (kind === "text") return withEscapes(token, kind, TEXT_ESCAPE);
    return kind === "field" || kind === "unknown-field"
      ? withEscapes(token, kind, FIELD_ESCAPE)
      : [{ span: token.span, kind }];
  });
}

function kindOf(
  token: SourceToken,
  next: SourceToken | undefined,
  knowledge: Knowledge,
): TokenKind {
  const { fields } = knowledge.schema;
  switch (token.kind) {
    case "name": {
      const name = nameAt(token, next, knowledge);
      if (name?.kind === "function") return name.isConstant ? "constant" : "function";
      return fields.has(token.image) ? "field" : "unknown-field";
    }
    case "field":
      return fields.has(nameOfField(token.image)) ? "field" : "unknown-field";
    case "broken-field":
      return "unknown-field";
    case "text":
    case "broken-text":
      return "text";
    case "number":
    case "parameter":
    case "operator":
    case "comment":
      return token.kind;
    case "open-comment":
      return "comment";
    case "comma":
    case "opening":
    case "closing":
      return "punctuation";
    case "broken-number":
    case "mistake":
      return "invalid";
  }
}

/** Splits a token, so that escapes are separate. */
function withEscapes(
  { span, image }: SourceToken,
  kind: TokenKind,
  pattern: RegExp,
): readonly LanguageToken[] {
  const parts: LanguageToken[] = [];
  let from = 0;
  const add = (start: number, end: number, part: TokenKind): void => {
    const tokenSpan: Span = { start: span.start + start, end: span.start + end };
    if (end > start) parts.push({ span: tokenSpan, kind: part });
  };
  for (const { index, 0: found } of image.matchAll(pattern)) {
    add(from, index, kind);
    from = index + found.length;
    add(index, from, "escape");
  }
  add(from, image.length, kind);
  return parts;
}
