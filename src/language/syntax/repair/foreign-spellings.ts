import type { TokenType } from "chevrotain";
import {
  Additive,
  Comma,
  Comparison,
  Joining,
  LeftParenthesis,
  Multiplicative,
  RightParenthesis,
} from "../lexer/lexer.ts";

/** A token of this language that other languages or keyboards spell differently. */
export interface ForeignSpelling {
  readonly type: TokenType;
  readonly image: string;
}

const of = (type: TokenType, image: string): ForeignSpelling => ({ type, image });

export const FOREIGN_SPELLINGS: ReadonlyMap<string, ForeignSpelling> = new Map([
  ["==", of(Comparison, "=")],
  ["===", of(Comparison, "=")],
  [":=", of(Comparison, "=")],
  ["＝", of(Comparison, "=")],
  ["!==", of(Comparison, "!=")],
  ["=!", of(Comparison, "!=")],
  ["≠", of(Comparison, "!=")],
  ["=<", of(Comparison, "<=")],
  ["≤", of(Comparison, "<=")],
  ["=>", of(Comparison, ">=")],
  ["≥", of(Comparison, ">=")],
  ["＜", of(Comparison, "<")],
  ["＞", of(Comparison, ">")],
  ["＆", of(Joining, "&")],
  ["＋", of(Additive, "+")],
  ["−", of(Additive, "-")],
  ["–", of(Additive, "-")],
  ["－", of(Additive, "-")],
  ["×", of(Multiplicative, "*")],
  ["＊", of(Multiplicative, "*")],
  ["÷", of(Multiplicative, "/")],
  ["／", of(Multiplicative, "/")],
  ["（", of(LeftParenthesis, "(")],
  ["）", of(RightParenthesis, ")")],
  ["，", of(Comma, ",")],
]);
