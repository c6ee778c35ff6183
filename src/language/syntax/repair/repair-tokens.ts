import type { IToken } from "chevrotain";
import { quote } from "../../../util/quote.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { diagnostic, replaceFix } from "../../source/report.ts";
import { LeftParenthesis, NumberText, RightParenthesis } from "../lexer/lexer.ts";
import {
  BacktickText,
  BrokenField,
  BrokenNumber,
  BrokenText,
  CurlyText,
  ForeignOperator,
  Placeholder,
  UnterminatedComment,
} from "../lexer/mistake-tokens.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import { FOREIGN_SPELLINGS } from "./foreign-spellings.ts";
import { mendBackticks, mendField, mendPlaceholder } from "./repair-field.ts";
import { mendNumber, mendRange } from "./repair-number.ts";
import { type Mended, mendCurlyText, mendText } from "./repair-text.ts";
import { tokenFor } from "./repaired-token.ts";

export interface MendedTokens {
  readonly tokens: readonly IToken[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether a text or comment without an end contains the rest of the formula. */
  readonly restIsLost: boolean;
}

/** Replaces the mistake tokens that can be mended without a look at their neighbours. */
export function mendTokens(source: string, tokens: readonly IToken[]): MendedTokens {
  const kept: IToken[] = [];
  const diagnostics: Diagnostic[] = [];
  let openParentheses = 0;
  let restIsLost = false;
  for (const token of tokens) {
    if (token.tokenType === UnterminatedComment) {
      diagnostics.push(unterminatedComment(token));
      restIsLost = true;
      continue;
    }
    const mended = mend(source, token, openParentheses);
    kept.push(mended.token);
    if (mended.diagnostic !== undefined) {
      diagnostics.push(mended.diagnostic);
      if (mended.diagnostic.code === "unterminated-text") restIsLost = true;
    }
    if (mended.token.tokenType === LeftParenthesis) openParentheses++;
    if (mended.token.tokenType === RightParenthesis) openParentheses--;
  }
  return { tokens: kept, diagnostics, restIsLost };
}

function mend(source: string, token: IToken, openParentheses: number): Mended {
  switch (token.tokenType) {
    case NumberText:
      return Number(token.image) === Number.POSITIVE_INFINITY ? mendRange(token) : { token };
    case BrokenText:
      return mendText(source, token, openParentheses);
    case CurlyText:
      return mendCurlyText(token);
    case BacktickText:
      return mendBackticks(token);
    case Placeholder:
      return mendPlaceholder(token);
    case BrokenField:
      return mendField(source, token);
    case BrokenNumber:
      return mendNumber(token);
    case ForeignOperator:
      return mendSpelling(token);
    default:
      return { token };
  }
}

/** Mends a foreign spelling of an operator. Other foreign operators stay, because their meaning needs the context. */
function mendSpelling(token: IToken): Mended {
  const meant = FOREIGN_SPELLINGS.get(token.image);
  if (meant === undefined) return { token };
  const span = spanOf(token);
  return {
    token: tokenFor(meant.type, meant.image, span.start, span.end),
    diagnostic: diagnostic(
      "foreign-operator",
      span,
      `${quote(token.image)} is written ${quote(meant.image)} here`,
      { fix: replaceFix(`write ${meant.image}`, span, meant.image) },
    ),
  };
}

function unterminatedComment(token: IToken): Diagnostic {
  const span = { start: token.startOffset, end: token.startOffset + 2 };
  const at = { start: endOf(token), end: endOf(token) };
  return diagnostic(
    "unterminated-comment",
    span,
    "the comment that starts here has no closing `*/`",
    {
      fix: replaceFix("add */", at, "*/"),
    },
  );
}
