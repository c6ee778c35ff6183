import type { IToken, TokenType } from "chevrotain";
import type { ForeignHelp } from "../../source/messages/diagnostic-data.ts";
import { literalOfText, textOfLiteral } from "../lexer/escapes.ts";
import {
  Comma,
  Joining,
  LeftParenthesis,
  Multiplicative,
  RightParenthesis,
  Text,
} from "../lexer/lexer.ts";
import { type InfixPosition, simpleOperand, wordOf } from "./foreign-infix.ts";

/** A word that is an operator in other languages. */
export interface ForeignWord {
  readonly help: ForeignHelp;
  /** An operator of this language that replaces the word: its operands and result can have the same types. */
  readonly standIn: { readonly type: TokenType; readonly image: string };
  /** The replacement and the last token that it replaces; `undefined` if the operands are not single tokens. */
  readonly rewritten: (position: InfixPosition, left: IToken) => Rewritten | undefined;
  readonly expects?: "and" | "list";
}

interface Rewritten {
  readonly text: string;
  readonly last: IToken;
}

/** The fix repeats the left operand for each value of the list, so there is no fix for a longer list. */
const LONGEST_LIST = 20;

const JOINING = { type: Joining, image: "&" };
const MULTIPLICATIVE = { type: Multiplicative, image: "*" };

export const MATCHES: ForeignWord = word(["REGEX_MATCH(text, pattern)"], (position, left) =>
  call("REGEX_MATCH", position, left),
);

export const FOREIGN_WORDS: ReadonlyMap<string, ForeignWord> = new Map<string, ForeignWord>([
  [
    "CONTAINS",
    word(["CONTAINS(text, part)"], (position, left) => call("CONTAINS", position, left)),
  ],
  ["LIKE", like()],
  [
    "ILIKE",
    {
      ...word([], () => undefined),
      help: { instead: ["SEARCH(part, text)"], note: "ignores-case" },
    },
  ],
  ["REGEXP", MATCHES],
  ["RLIKE", MATCHES],
  ["MATCHES", MATCHES],
  ["XOR", word(["XOR(a, b)"], (position, left) => call("XOR", position, left))],
  [
    "MOD",
    {
      ...word(["MOD(a, b)"], (position, left) => call("MOD", position, left)),
      standIn: MULTIPLICATIVE,
    },
  ],
  ["IN", { ...word(["OR(x = a, x = b)"], inList), expects: "list" }],
  ["BETWEEN", { ...word(["AND(x >= a, x <= b)"], between), expects: "and" }],
]);

function word(instead: readonly string[], rewritten: ForeignWord["rewritten"]): ForeignWord {
  return { help: { instead }, standIn: JOINING, rewritten };
}

function like(): ForeignWord {
  return word(
    ["CONTAINS(text, part)", "STARTS_WITH(text, part)", "REGEX_MATCH(text, pattern)"],
    likePattern,
  );
}

/** The right operand, if the segment or a condition ends after it. */
function rightOf({ tokens, index }: InfixPosition, distance = 1): IToken | undefined {
  const right = simpleOperand(tokens, index + distance);
  const next = tokens[index + distance + 1];
  const ends =
    next === undefined ||
    next.tokenType === Comma ||
    next.tokenType === RightParenthesis ||
    ["AND", "OR"].includes(wordOf(next)) ||
    ["&&", "||"].includes(next.image);
  return ends ? right : undefined;
}

function call(name: string, position: InfixPosition, left: IToken): Rewritten | undefined {
  const right = rightOf(position);
  return right && { text: `${name}(${left.image}, ${right.image})`, last: right };
}

function likePattern(position: InfixPosition, left: IToken): Rewritten | undefined {
  const right = rightOf(position);
  if (right?.tokenType !== Text) return undefined;
  const [, before, part, after] =
    /^(%?)((?:[^%_\\]|\\[%_])+)(%?)$/s.exec(textOfLiteral(right.image)) ?? [];
  if (part === undefined) return undefined;
  const literal = literalOfText(part.replace(/\\(?=[%_])/g, ""));
  if (before === after) {
    const text =
      before === "%" ? `CONTAINS(${left.image}, ${literal})` : `${left.image} = ${literal}`;
    return { text, last: right };
  }
  const name = after === "%" ? "STARTS_WITH" : "ENDS_WITH";
  return { text: `${name}(${left.image}, ${literal})`, last: right };
}

function between(position: InfixPosition, left: IToken): Rewritten | undefined {
  const low = simpleOperand(position.tokens, position.index + 1);
  const high = rightOf(position, 3);
  if (low === undefined || high === undefined) return undefined;
  if (wordOf(position.tokens[position.index + 2]) !== "AND") return undefined;
  return { text: `AND(${left.image} >= ${low.image}, ${left.image} <= ${high.image})`, last: high };
}

function inList({ tokens, index }: InfixPosition, left: IToken): Rewritten | undefined {
  if (tokens[index + 1]?.tokenType !== LeftParenthesis) return undefined;
  const conditions: string[] = [];
  for (let at = index + 2; conditions.length < LONGEST_LIST; at += 2) {
    const item = simpleOperand(tokens, at);
    const next = tokens[at + 1];
    if (item === undefined || next === undefined) return undefined;
    conditions.push(`${left.image} = ${item.image}`);
    if (next.tokenType === RightParenthesis) {
      const text = conditions.length === 1 ? conditions.join() : `OR(${conditions.join(", ")})`;
      return { text, last: next };
    }
    if (next.tokenType !== Comma) return undefined;
  }
  return undefined;
}
