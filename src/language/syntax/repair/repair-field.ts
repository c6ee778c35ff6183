import type { IToken } from "chevrotain";
import { replace } from "../../source/finding.ts";
import { referenceOfField } from "../lexer/escapes.ts";
import { Field } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import type { RepairedText } from "./repair-text.ts";
import { holeFor, tokenFor } from "./repaired-token.ts";

/** Fixes `{}`, or an opening brace without a closing one. */
export function repairField(source: string, token: IToken): RepairedText {
  const { image, startOffset } = token;
  const hole = holeFor(startOffset, endOf(token));
  if (image === "{}") {
    return { token: hole, finding: { code: "empty-field-name", span: spanOf(token), data: {} } };
  }
  const end = startOffset + image.trimEnd().length;
  // Without a name, or with more braces, the intention cannot be guessed.
  const isCertain = /^\{[^{]/.test(image.trimEnd()) && source.charAt(endOf(token)) !== "{";
  return {
    token: hole,
    finding: {
      code: "unterminated-field",
      span: { start: startOffset, end },
      data: {},
      ...(isCertain && { fix: replace({ start: end, end }, "}") }),
    },
  };
}

const NAME_IN_TWO_BRACES = /^\{\{\s*([\p{L}_][^{}]*?)\s*\}\}$/u;

/** Fixes `{{name}}`, `${…}`, `#{…}` or `<%…%>`. */
export function repairPlaceholder(token: IToken): RepairedText {
  const span = spanOf(token);
  const name = NAME_IN_TWO_BRACES.exec(token.image)?.[1];
  const construct = "placeholder";
  if (name === undefined) {
    const hole = holeFor(span.start, span.end);
    return { token: hole, finding: { code: "foreign-syntax", span, data: { construct } } };
  }
  const instead = referenceOfField(name);
  return {
    token: tokenFor(Field, instead, span.start, span.end),
    finding: {
      code: "foreign-syntax",
      span,
      data: { construct, instead },
      fix: replace(span, instead),
    },
  };
}

/** Handles a text in backticks. Backticks mean a text in some languages and a field in others, so there is no fix. */
export function repairBackticks(token: IToken): RepairedText {
  return {
    token: holeFor(token.startOffset, endOf(token)),
    finding: { code: "foreign-syntax", span: spanOf(token), data: { construct: "backticks" } },
  };
}
