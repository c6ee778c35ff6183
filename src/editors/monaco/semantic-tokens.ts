import type { languages } from "monaco-editor";
import type { Language, TokenKind } from "../assistance/index.ts";

/** The theme rule that colours each kind. A theme may also have rules for the full name. */
const RULES: Readonly<Record<TokenKind, string>> = {
  function: "type.function",
  field: "variable.field",
  "unknown-field": "variable.unknown",
  text: "string",
  escape: "string.escape",
  number: "number",
  operator: "operator",
  punctuation: "delimiter",
  comment: "comment",
  constant: "constant",
  parameter: "variable.parameter",
  invalid: "invalid",
};

/** Highlights formulas by the tokens of the language service. */
export function semanticTokens(
  language: Pick<Language, "tokens">,
): languages.DocumentSemanticTokensProvider {
  const kinds = Object.keys(RULES);
  return {
    getLegend: () => ({ tokenTypes: Object.values(RULES), tokenModifiers: [] }),
    releaseDocumentSemanticTokens: () => undefined,
    provideDocumentSemanticTokens: (model) => {
      const text = model.getValue();
      const data: number[] = [];
      let last = { lineNumber: 1, column: 1 };
      for (const { span, kind } of language.tokens(text)) {
        // Tokens are encoded relative to the previous one, and do not span lines.
        for (const { 0: part, index } of text.slice(span.start, span.end).matchAll(/[^\r\n]+/g)) {
          const at = model.getPositionAt(span.start + index);
          const line = at.lineNumber - last.lineNumber;
          data.push(line, at.column - (line === 0 ? last.column : 1));
          data.push(part.length, kinds.indexOf(kind), 0);
          last = at;
        }
      }
      return { data: new Uint32Array(data) };
    },
  };
}
