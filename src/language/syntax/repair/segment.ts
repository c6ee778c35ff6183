import type { IToken } from "chevrotain";
import { Comma, LeftParenthesis, Name, RightParenthesis } from "../lexer/lexer.ts";
import { endOf } from "../lexer/token-span.ts";
import { tokenFor } from "./repaired-token.ts";

/**
 * An operator that the grammar does not have, between two runs of a segment or before one. A segment is an argument,
 * the inside of a group, or the formula.
 */
export interface Separator {
  /** `guess`: an operator is missing or unknown, so the runs are only adjacent. */
  readonly kind: "and" | "or" | "not" | "guess";
  /** The index, among the segment's tokens, of the first token after it. */
  readonly at: number;
  readonly token: IToken;
}

/** The separators between two runs, from the lowest precedence up. `not` is omitted: it precedes a run. */
export const LEVELS = ["guess", "or", "and"] as const;

export type SegmentLevel = (typeof LEVELS)[number];

export const FUNCTION_OF: Readonly<Record<SegmentLevel, string>> = {
  guess: "",
  or: "OR",
  and: "AND",
};

/** Consecutive tokens, and the separators among them. */
export interface TokenRun {
  readonly tokens: readonly IToken[];
  readonly separators: readonly Separator[];
}

/**
 * Rewrites a segment as calls, which the grammar accepts: `a AND b` as `AND(a, b)`, a guess as a call without a name.
 */
export function tokensOfSegment(run: TokenRun, level = 0): readonly IToken[] {
  const kind = LEVELS[level];
  if (kind === undefined) return tokensOfNegations(run);
  const runs = split(run, kind);
  const parts = runs.map((part) => tokensOfSegment(part, level + 1));
  return parts.length === 1 ? parts.flat() : call(FUNCTION_OF[kind], parts);
}

function tokensOfNegations({ tokens, separators }: TokenRun): readonly IToken[] {
  const result: IToken[] = [];
  const end = endOfTokens(tokens);
  let from = 0;
  for (const { at, token } of separators) {
    result.push(...tokens.slice(from, at));
    result.push(tokenFor(Name, "NOT", token.startOffset, endOf(token)));
    result.push(tokenFor(LeftParenthesis, "(", endOf(token), endOf(token)));
    from = at;
  }
  result.push(...tokens.slice(from));
  for (const _ of separators) result.push(tokenFor(RightParenthesis, ")", end, end));
  return result;
}

function call(name: string, parts: readonly (readonly IToken[])[]): readonly IToken[] {
  const tokens = parts.flat();
  const start = startOfTokens(tokens);
  const end = endOfTokens(tokens);
  const result = [tokenFor(Name, name, start, start), tokenFor(LeftParenthesis, "(", start, start)];
  for (const [index, part] of parts.entries()) {
    const before = startOfTokens(part);
    if (index > 0) result.push(tokenFor(Comma, ",", before, before));
    result.push(...part);
  }
  result.push(tokenFor(RightParenthesis, ")", end, end));
  return result;
}

export function split({ tokens, separators }: TokenRun, kind: SegmentLevel): TokenRun[] {
  const runs: TokenRun[] = [];
  let start = 0;
  let inside: Separator[] = [];
  const finish = (end: number) => {
    runs.push({ tokens: tokens.slice(start, end), separators: inside });
    start = end;
    inside = [];
  };
  for (const separator of separators) {
    if (separator.kind === kind) finish(separator.at);
    else inside.push({ ...separator, at: separator.at - start });
  }
  finish(tokens.length);
  return runs;
}

export function startOfTokens(tokens: readonly IToken[]): number {
  return tokens.reduce(
    (start, token) => Math.min(start, token.startOffset),
    Number.POSITIVE_INFINITY,
  );
}

export function endOfTokens(tokens: readonly IToken[]): number {
  return tokens.reduce((end, token) => Math.max(end, endOf(token)), 0);
}
