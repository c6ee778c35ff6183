import { createToken, type TokenType } from "chevrotain";
import { scanBrokenText } from "./broken-text.ts";
import { EVERY_CHARACTER, range } from "./start-characters.ts";

/*
 * What the lexer finds where no token of the language stands. The grammar knows none of these, so a
 * formula that holds one fails to parse; `repair.ts` then says what it is and what was meant. Each
 * takes as much as it looked at, so that no text makes the lexer look twice.
 */

export const UnterminatedComment = createToken({
  name: "UnterminatedComment",
  pattern: /\/\*[\s\S]*/,
  start_chars_hint: ["/"],
});

/** Straight quotes that do not pair: tried after a sound text. */
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
    /[“”„‟][^“”„‟\n]*[“”„‟]|[“”„‟][^“”„‟"\n]*"|[‘’‚‛][^‘’‚‛\n]*[‘’‚‛]|[‘’‚‛][^‘’‚‛'\n]*'|[“”„‟‘’‚‛]/,
  start_chars_hint: ["“", "”", "„", "‟", "‘", "’", "‚", "‛"],
});

export const BacktickText = createToken({
  name: "BacktickText",
  pattern: /`[^`\n]*`/,
  start_chars_hint: ["`"],
});

/** A place holder of a template language that nothing has filled in. */
export const Placeholder = createToken({
  name: "Placeholder",
  pattern: /\{\{[^{}]*\}\}|[$#]\{[^{}]*\}|<%[^%<]*%>/,
  start_chars_hint: ["{", "$", "#", "<"],
});

/** `[name]`, as some databases write a field, or an index of a programming language. */
export const BracketName = createToken({
  name: "BracketName",
  pattern: /\[[A-Za-z_][^[\]{}"'(),\n]*\]/,
  start_chars_hint: ["["],
});

/** `{}`, or `{` without its `}`: the name is guessed to end where no name would go on. */
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

/** An operator of another language, or one of ours as another keyboard writes it. */
export const ForeignOperator = createToken({
  name: "ForeignOperator",
  pattern:
    /===?|!==?|=[<>]|:=|&&|\|\|?|\*\*|\?\??|[!^%:~≠≤≥−–×÷\uff06\uff08\uff09\uff0a\uff0b\uff0c\uff0d\uff0f\uff1c-\uff1e]/,
  start_chars_hint: [..."=!:&|*?^%~≠≤≥−–×÷", ...range("\uff06", "\uff1e")],
});

/** `.name` of a programming language. */
export const MemberAccess = createToken({
  name: "MemberAccess",
  pattern: /\??\.[A-Za-z_$][\w$]*/,
  start_chars_hint: [".", "?"],
});

/** One character that starts no token, or a run of the same. A backslash takes its neighbour, as in a text. */
const Junk = createToken({
  name: "Junk",
  pattern: /\\(?:[\ud800-\udbff][\udc00-\udfff]|[\s\S])|([\ud800-\udbff][\udc00-\udfff]|[\s\S])\1*/,
  line_breaks: true,
  start_chars_hint: [...EVERY_CHARACTER],
});

/** In the order of trial; `Junk` matches anything, so it is last. */
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
