import type { IToken } from "chevrotain";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
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
import { repairBackticks, repairField, repairPlaceholder } from "./repair-field.ts";
import { repairNumber, repairRange } from "./repair-number.ts";
import { repairCurlyText, repairText } from "./repair-text.ts";
import { meant, type RepairedToken } from "./repaired-token.ts";

export interface RepairedTokens {
  readonly tokens: readonly IToken[];
  readonly findings: readonly SyntaxFinding[];
  /** Whether an unterminated text or comment contains the rest of the formula. */
  readonly restIsLost: boolean;
}

/** Replaces the mistake tokens that can be fixed without context. */
export function repairTokens(source: string, tokens: readonly IToken[]): RepairedTokens {
  const kept: IToken[] = [];
  const findings: SyntaxFinding[] = [];
  let openParentheses = 0;
  let restIsLost = false;
  for (const token of tokens) {
    if (token.tokenType === UnterminatedComment) {
      findings.push(unterminatedComment(token));
      restIsLost = true;
      continue;
    }
    const repaired = repairOne(source, token, openParentheses);
    kept.push(repaired.token);
    if (repaired.finding !== undefined) {
      findings.push(repaired.finding);
      if (repaired.finding.code === "unterminated-text") restIsLost = true;
    }
    if (repaired.token.tokenType === LeftParenthesis) openParentheses++;
    if (repaired.token.tokenType === RightParenthesis) openParentheses--;
  }
  return { tokens: kept, findings, restIsLost };
}

function repairOne(source: string, token: IToken, openParentheses: number): RepairedToken {
  switch (token.tokenType) {
    case NumberText:
      return Number(token.image) === Number.POSITIVE_INFINITY ? repairRange(token) : { token };
    case BrokenText:
      return repairText(source, token, openParentheses);
    case CurlyText:
      return repairCurlyText(token);
    case BacktickText:
      return repairBackticks(token);
    case Placeholder:
      return repairPlaceholder(token);
    case BrokenField:
      return repairField(source, token);
    case BrokenNumber:
      return repairNumber(source, token);
    case ForeignOperator:
      return repairSpelling(token);
    default:
      return { token };
  }
}

/** Fixes a foreign spelling of an operator. Other foreign operators are kept, because their meaning needs context. */
function repairSpelling(token: IToken): RepairedToken {
  const { type, image } = FOREIGN_SPELLINGS.get(token.image) ?? {};
  if (type === undefined || image === undefined) return { token };
  const data = { operator: token.image, reason: "spelling", instead: [image] } as const;
  return meant(token, type, image, { code: "foreign-operator", span: spanOf(token), data });
}

function unterminatedComment(token: IToken): SyntaxFinding {
  const { startOffset } = token;
  const end = endOf(token);
  return {
    code: "unterminated-comment",
    span: { start: startOffset, end: startOffset + 2 },
    data: {},
    fix: replace({ start: end, end }, "*/"),
  };
}
