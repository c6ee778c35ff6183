import { createToken, type ILexingResult, type IToken, Lexer, type TokenType } from "chevrotain";
import { MISTAKE_TOKENS } from "./mistake-tokens.ts";
import { nameEnd } from "./name.ts";
import { EVERY_CHARACTER, range } from "./start-characters.ts";

/** ASCII white space is a separate token: the lexer skips a class of ASCII characters without a regular expression. */
const WhiteSpace = createToken({
  name: "WhiteSpace",
  pattern: /[\t-\r ]+/,
  start_chars_hint: [...range("\t", "\r"), " "],
  group: Lexer.SKIPPED,
});

/** The other characters with the Unicode property White_Space. */
const WideSpace = createToken({
  name: "WideSpace",
  pattern: /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/,
  start_chars_hint: [
    ...["\u0085", "\u00a0", "\u1680", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"],
    ...range("\u2000", "\u200a"),
  ],
  group: Lexer.SKIPPED,
});

const Comment = createToken({
  name: "Comment",
  pattern: /\/\/[^\n\r]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//,
  start_chars_hint: ["/"],
  group: "comments",
});

/** A text. If a word or another quote follows it directly, `BrokenText` of `mistake-tokens.ts` matches instead. */
export const Text = createToken({
  name: "Text",
  pattern:
    /"[^"\\]*(?:\\[\s\S][^"\\]*)*"(?!["\w\u00c0-\u024f\u0370-\u167f])|'[^'\\]*(?:\\[\s\S][^'\\]*)*'(?!['\w\u00c0-\u024f\u0370-\u167f])/,
  start_chars_hint: ['"', "'"],
});

export const Field = createToken({
  name: "Field",
  pattern: /\{(?!\})[^{}\\]*(?:\\[\s\S][^{}\\]*)*\}/,
  start_chars_hint: ["{"],
});

export const NumberText = createToken({
  name: "Number",
  pattern: /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/,
  start_chars_hint: [...range("0", "9"), "."],
});

export const Name = createToken({
  name: "Name",
  pattern: (text: string, offset: number): [string] | null => {
    const end = nameEnd(text, offset);
    return end === offset ? null : [text.slice(offset, end)];
  },
  line_breaks: false,
  start_chars_hint: [
    ...range("A", "Z"),
    ...range("a", "z"),
    "_",
    ...EVERY_CHARACTER.filter((code) => code >= 0x80),
  ],
});

/** `$name`; the syntax of the name is that of a bare field name. */
export const Parameter = createToken({
  name: "Parameter",
  pattern: (text: string, offset: number): [string] | null => {
    const next = text.charCodeAt(offset + 1);
    const end = next >= 0x30 && next <= 0x39 ? offset + 1 : nameEnd(text, offset + 1);
    return end === offset + 1 ? null : [text.slice(offset, end)];
  },
  line_breaks: false,
  start_chars_hint: ["$"],
});

export const LeftParenthesis = createToken({ name: "LeftParenthesis", pattern: "(" });
export const RightParenthesis = createToken({ name: "RightParenthesis", pattern: ")" });
export const Comma = createToken({ name: "Comma", pattern: "," });

// Each precedence level has one token, so the parser needs no alternatives. The token's image is the operator.
export const Comparison = createToken({
  name: "Comparison",
  pattern: /<(?!%)[=>]?|>=?|=(?![=<>!~])|!=(?!=)/,
  start_chars_hint: ["<", ">", "=", "!"],
});
export const Joining = createToken({
  name: "Joining",
  pattern: /&(?!&)/,
  start_chars_hint: ["&"],
});
export const Additive = createToken({
  name: "Additive",
  pattern: /[+-]/,
  start_chars_hint: ["+", "-"],
});
export const Multiplicative = createToken({
  name: "Multiplicative",
  pattern: /\*(?!\*)|\/(?!\*)/,
  start_chars_hint: ["*", "/"],
});

/** All tokens. Those that may start with the same character are tried in this order. */
export const TOKENS: readonly TokenType[] = [
  WhiteSpace,
  WideSpace,
  Comment,
  Name,
  Field,
  Text,
  NumberText,
  Parameter,
  Comma,
  LeftParenthesis,
  RightParenthesis,
  Comparison,
  Joining,
  Additive,
  Multiplicative,
  ...MISTAKE_TOKENS,
];

let lexer: Lexer | undefined;

/** The tokens of any text, without comments. A part that is not a token of the language becomes a mistake token. */
export function tokenize(source: string): IToken[] {
  return lex(source).tokens;
}

/** The comments of any text. */
export function commentsIn(source: string): readonly IToken[] {
  return Object.values(lex(source).groups).flat();
}

function lex(source: string): ILexingResult {
  // The lexer is built for the first formula, so importing the package costs nothing.
  lexer ??= new Lexer([...TOKENS], { positionTracking: "onlyOffset", skipValidations: true });
  return lexer.tokenize(source);
}
