import { createToken, type TokenType } from "chevrotain";
import { scanBrokenText } from "./broken-text.ts";
import { EVERY_CHARACTER, range } from "./start-characters.ts";

/*
 * Tokens for text outside the language. The grammar has no rule for them, so a formula with one of them fails to parse,
 * and the files in `repair` report the probable intention. Each token consumes all the text that its pattern examined,
 * so the lexer reads nothing twice.
 */

export const UnterminatedComment = createToken({
  name: "UnterminatedComment",
  pattern: /\/\*[\s\S]*/,
  start_chars_hint: ["/"],
});

/** A text whose straight quotes are unbalanced. It is tried after `Text`. */
export const BrokenText = createToken({
  name: "BrokenText",
  pattern: (text: string, offset: number): [string] => [
    text.slice(offset, scanBrokenText(text, offset).end),
  ],
  line_breaks: true,
  start_chars_hint: ['"', "'"],
});

export const CurlyText = createToken({
  name: "CurlyText",
  pattern:
    /[“”„‟][^“”„‟\n]*[“”„‟]|[“”„‟][^“”„‟"\n]*"|[‘’‚‛][^‘’‚‛\n]*[‘’‚‛]|[‘’‚‛][^‘’‚‛'\n]*'|[«»＂][^«»＂\n]*[«»＂]|[“”„‟‘’‚‛«»＂]/,
  start_chars_hint: ["“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»", "＂"],
});

export const BacktickText = createToken({
  name: "BacktickText",
  pattern: /`[^`\n]*`/,
  start_chars_hint: ["`"],
});

/** A placeholder of a template language that was not filled in. */
export const Placeholder = createToken({
  name: "Placeholder",
  pattern: /\{\{[^{}]*\}\}|[$#]\{[^{}]*\}|<%[^%<]*%>/,
  start_chars_hint: ["{", "$", "#", "<"],
});

/** `[name]`: a field in some databases, or an index in a programming language. */
export const BracketName = createToken({
  name: "BracketName",
  pattern: /\[[A-Za-z_][^[\]{}"'(),\n]*\]/,
  start_chars_hint: ["["],
});

/** `{}`, or `{` without its `}`. The name ends before the first character that names rarely contain. */
export const BrokenField = createToken({
  name: "BrokenField",
  pattern: /\{\}|\{+(?:[^{}\\"'(),=<>!&+*/\n\r]|\\[\s\S])*/,
  start_chars_hint: ["{"],
});

export const BrokenNumber = createToken({
  name: "BrokenNumber",
  pattern: /\.?\d(?:[eE][+-](?=\d)|[\w.])*/,
  start_chars_hint: [...range("0", "9"), "."],
});

/** An operator of another language, or one of this language in characters of another keyboard. */
export const ForeignOperator = createToken({
  name: "ForeignOperator",
  pattern:
    /===?|!==?|=[<>!~]|::?=?|&&|\|\|?|\*\*|\?\??|[!^%~≠≤≥−–×÷\uff06\uff08\uff09\uff0a\uff0b\uff0c\uff0d\uff0f\uff1c-\uff1e]/,
  start_chars_hint: [..."=!:&|*?^%~≠≤≥−–×÷", ...range("\uff06", "\uff1e")],
});

/** `.name`, as in a programming language. */
export const MemberAccess = createToken({
  name: "MemberAccess",
  pattern: /\??\.[A-Za-z_$][\w$]*/,
  start_chars_hint: [".", "?"],
});

/** A run of characters that start no token. A backslash includes the next character, as in a text. */
const Junk = createToken({
  name: "Junk",
  pattern: /\\(?:[\ud800-\udbff][\udc00-\udfff]|[\s\S])|([\ud800-\udbff][\udc00-\udfff]|[\s\S])\1*/,
  line_breaks: true,
  start_chars_hint: [...EVERY_CHARACTER],
});

/** The tokens in the order they are tried. `Junk` matches anything, so it is last. */
export const MISTAKE_TOKENS: readonly TokenType[] = [
  UnterminatedComment,
  BrokenText,
  CurlyText,
  BacktickText,
  Placeholder,
  BracketName,
  BrokenField,
  BrokenNumber,
  MemberAccess,
  ForeignOperator,
  Junk,
];
