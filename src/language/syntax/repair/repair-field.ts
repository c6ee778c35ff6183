import type { IToken } from "chevrotain";
import { replace } from "../../source/finding.ts";
import { referenceOfField } from "../lexer/escapes.ts";
import { Field } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import { lost, meant, type RepairedToken } from "./repaired-token.ts";

/** Fixes `{}`, or an opening brace without a closing one. */
export function repairField(source: string, token: IToken): RepairedToken {
  const { image, startOffset } = token;
  if (image === "{}") {
    return lost(token, { code: "empty-field-name", span: spanOf(token), data: {} });
  }
  const end = startOffset + image.trimEnd().length;
  // Without a name, or with more braces, the intention cannot be guessed.
  const isCertain = /^\{[^{]/.test(image.trimEnd()) && source.charAt(endOf(token)) !== "{";
  return lost(token, {
    code: "unterminated-field",
    span: { start: startOffset, end },
    data: {},
    ...(isCertain && { fix: replace({ start: end, end }, "}") }),
  });
}

const NAME_IN_TWO_BRACES = /^\{\{\s*([\p{L}_][^{}]*?)\s*\}\}$/u;

/** Fixes `{{name}}`, `${…}`, `#{…}` or `<%…%>`. */
export function repairPlaceholder(token: IToken): RepairedToken {
  const span = spanOf(token);
  const name = NAME_IN_TWO_BRACES.exec(token.image)?.[1];
  const code = "foreign-syntax";
  const construct = "placeholder";
  if (name === undefined) return lost(token, { code, span, data: { construct } });
  const instead = referenceOfField(name);
  return meant(token, Field, instead, { code, span, data: { construct, instead } });
}

/** Handles a text in backticks. Backticks mean a text in some languages and a field in others, so there is no fix. */
export function repairBackticks(token: IToken): RepairedToken {
  const data = { construct: "backticks" } as const;
  return lost(token, { code: "foreign-syntax", span: spanOf(token), data });
}
