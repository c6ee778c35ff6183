import type { IToken } from "chevrotain";
import { excerpt, replace, type SyntaxFinding } from "../../source/finding.ts";
import { Additive, LeftParenthesis, Name, NumberText, Text } from "../lexer/lexer.ts";
import { endOf } from "../lexer/token-span.ts";
import { wordOf } from "./foreign-infix.ts";
import { holeFor, tokenFor } from "./repaired-token.ts";

/** A literal of another language that consists of several tokens. */
export interface ForeignLiteral {
  /** The number of its tokens. */
  readonly length: number;
  /** The token that replaces it. */
  readonly token: IToken;
  readonly finding: SyntaxFinding;
}

const DATE_WORDS: ReadonlySet<string> = new Set(["DATE", "DATETIME", "TIMESTAMP"]);
const TIME_UNIT = /^(?:day|week|month|year|hour|minute|second)s?$/i;
const UNIT = /^(?:EUR|USD|GBP|CHF|JPY|CNY|INR|euros?|dollars?|percent|km|kg|cm|mm|[mg])$/i;
const DAYS = /^["']?(\d+)(?:\s*days?)?["']?$/i;

/** Reads the literals of SQL: `DATE '2024-03-01'`, `INTERVAL '7 days'`, `INTERVAL 7 DAY`. */
export function sqlLiteral(
  tokens: readonly IToken[],
  index: number,
  before: IToken | undefined,
): ForeignLiteral | undefined {
  const [word, value, unit] = tokens.slice(index, index + 3);
  if (word === undefined || value === undefined) return undefined;
  const name = wordOf(word);
  if (DATE_WORDS.has(name) && value.tokenType === Text) {
    const data = { construct: "typed-literal", instead: excerpt(value.image) } as const;
    const span = { start: word.startOffset, end: endOf(value) };
    const fix = replace({ start: span.start, end: value.startOffset }, "");
    return { length: 2, token: value, finding: { code: "foreign-syntax", span, data, fix } };
  }
  if (name !== "INTERVAL" || (value.tokenType !== Text && value.tokenType !== NumberText))
    return undefined;
  const hasUnit = TIME_UNIT.test(wordOf(unit));
  const isOfDays = hasUnit
    ? /^days?$/i.test(wordOf(unit))
    : value.tokenType === Text && /day/i.test(value.image);
  const days = isOfDays ? DAYS.exec(value.image)?.[1] : undefined;
  return timeSpan(tokens.slice(index, index + (hasUnit ? 3 : 2)), days, before);
}

/** Reads `7 days`, `5 EUR`: a number and the unit behind it. */
export function numberWithUnit(
  number: IToken | undefined,
  tokens: readonly IToken[],
  index: number,
  before: IToken | undefined,
): ForeignLiteral | undefined {
  const [unit, next] = tokens.slice(index, index + 2);
  if (number?.tokenType !== NumberText || unit?.tokenType !== Name) return undefined;
  if (next?.tokenType === LeftParenthesis) return undefined;
  if (TIME_UNIT.test(unit.image)) {
    return timeSpan([number, unit], /^days?$/i.test(unit.image) ? number.image : undefined, before);
  }
  if (!UNIT.test(unit.image)) return undefined;
  const written = writtenAs([number, unit]);
  const span = { start: number.startOffset, end: endOf(unit) };
  const finding = { code: "malformed-number", span, data: { written, reason: "unit" } } as const;
  return { length: 1, token: number, finding };
}

/** A span of time. Behind `+` or `-`, a number of days is one. */
function timeSpan(
  tokens: readonly IToken[],
  days: string | undefined,
  before: IToken | undefined,
): ForeignLiteral {
  const [start, end] = [tokens[0]?.startOffset ?? 0, Math.max(...tokens.map(endOf))];
  const span = { start, end };
  const isAdded = days !== undefined && before?.tokenType === Additive;
  return {
    length: tokens.length,
    token: isAdded ? tokenFor(NumberText, days, start, end) : holeFor(start, end),
    finding: {
      code: "malformed-number",
      span,
      data: { written: writtenAs(tokens), reason: "days" },
      ...(isAdded && { fix: replace(span, days) }),
    },
  };
}

function writtenAs(tokens: readonly IToken[]): string {
  return excerpt(tokens.map(({ image }) => image).join(" "));
}
