import type { IToken } from "chevrotain";
import { diagnostic, replaceFix } from "../../source/report.ts";
import { referenceOfField } from "../lexer/escapes.ts";
import { Field } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import type { Mended } from "./repair-text.ts";
import { holeFor, tokenFor } from "./repaired-token.ts";

/** Mends `{}`, or an opening brace without a closing one. */
export function mendField(source: string, token: IToken): Mended {
  const { image, startOffset } = token;
  const hole = holeFor(startOffset, endOf(token));
  if (image === "{}") {
    return {
      token: hole,
      diagnostic: diagnostic(
        "empty-field-name",
        spanOf(token),
        "the braces contain no field name",
        {
          help: "write the field's name between them: `{name}`",
        },
      ),
    };
  }
  const end = startOffset + image.trimEnd().length;
  // Without a name, or with more braces, the meaning cannot be guessed.
  const told = /^\{[^{]/.test(image.trimEnd()) && source.charAt(endOf(token)) !== "{";
  return {
    token: hole,
    diagnostic: diagnostic(
      "unterminated-field",
      { start: startOffset, end },
      "the field name that starts here has no closing `}`",
      {
        help: "inside a name, braces are written `\\{` and `\\}`",
        ...(told && { fix: replaceFix("add }", { start: end, end }, "}") }),
      },
    ),
  };
}

const NAME_IN_TWO_BRACES = /^\{\{\s*([\p{L}_][^{}]*?)\s*\}\}$/u;

/** Mends `{{name}}`, `${…}`, `#{…}` or `<%…%>`. */
export function mendPlaceholder(token: IToken): Mended {
  const span = spanOf(token);
  const name = NAME_IN_TWO_BRACES.exec(token.image)?.[1];
  return {
    token:
      name === undefined
        ? holeFor(span.start, span.end)
        : tokenFor(Field, referenceOfField(name), span.start, span.end),
    diagnostic: diagnostic(
      "foreign-syntax",
      span,
      "this looks like a template's placeholder that nothing has filled in",
      name === undefined
        ? {}
        : {
            help: "a field needs single braces",
            fix: replaceFix("use single braces", span, referenceOfField(name)),
          },
    ),
  };
}

/** Mends a text in backticks. Some languages write texts like this, others fields, so there is no fix. */
export function mendBackticks(token: IToken): Mended {
  return {
    token: holeFor(token.startOffset, endOf(token)),
    diagnostic: diagnostic(
      "foreign-syntax",
      spanOf(token),
      "backticks have no meaning in a formula",
      {
        help: 'write a text in quotes: `"text"`, and a field in braces: `{name}`',
      },
    ),
  };
}
