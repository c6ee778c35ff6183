import type { Span } from "../../../language/source/span.ts";
import { type SourceToken, sourceTokens } from "../../../language/syntax/index.ts";

/** What is written at an offset, by the tokens before it. */
type CursorContext =
  /** A field in braces, which are perhaps not closed. */
  | { readonly kind: "field" }
  /** A name, or nothing yet, where an operand must stand. */
  | { readonly kind: "operand" }
  /** A parameter, of which at least the `$` is written. */
  | { readonly kind: "parameter" }
  /** Inside a text, which is perhaps not closed. */
  | { readonly kind: "text"; readonly quote: string }
  /** Behind an operand. */
  | { readonly kind: "operator" }
  /** In a comment, or inside a mistake. */
  | { readonly kind: "none" };

/** A parenthesis that is open at an offset. */
export interface OpenLevel {
  /** The name of the function; `undefined` for a parenthesis that only groups. */
  readonly callee: SourceToken | undefined;
  /** The offset after the opening parenthesis. */
  readonly start: number;
  /** The index of the argument at the offset, from 0. */
  readonly argument: number;
  /** The offset at which this argument starts. */
  readonly argumentStart: number;
}

/** What is known of an offset from the tokens around it. */
export interface Cursor {
  readonly text: string;
  readonly offset: number;
  readonly place: CursorContext;
  /** The part that is being written: from its start to the offset, and on to its end if that is certain. */
  readonly span: Span;
  /** What is written of it up to the offset. */
  readonly written: string;
  /** The last token before the span that is not a comment. */
  readonly before: SourceToken | undefined;
  /** The parentheses that are open, from the outermost. */
  readonly levels: readonly OpenLevel[];
}

/** An offset inside the text; not in the middle of a surrogate pair. */
export function offsetIn(text: string, offset: number): number {
  const inside = Math.min(Math.max(Math.trunc(offset) || 0, 0), text.length);
  const isSplit = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(inside - 1, inside + 1));
  return isSplit && inside > 0 ? inside - 1 : inside;
}

const ENDS_OPERAND: ReadonlySet<SourceToken["kind"]> = new Set([
  "name",
  "field",
  "text",
  "number",
  "parameter",
  "closing",
  "broken-text",
  "broken-field",
  "broken-number",
]);

/** Reads the tokens before the offset: whether an operand or an operator comes next follows from the last one. */
export function cursorAt(text: string, givenOffset: number, fieldNames: Iterable<string>): Cursor {
  const offset = offsetIn(text, givenOffset);
  const prefix = text.slice(0, offset);
  const all = sourceTokens(prefix);
  const tokens = all.filter(({ kind }) => kind !== "comment");
  const last = all.at(-1);
  const at = (start: number, place: CursorContext, before: readonly SourceToken[]): Cursor => ({
    text,
    offset,
    place,
    span: { start, end: Math.max(offset, endOfWritten(text, start, offset, place)) },
    written: prefix.slice(start),
    before: before.at(-1),
    levels: levelsOf(before),
  });
  if (last?.kind === "open-comment" || (last !== undefined && isOpenLine(last, offset))) {
    return at(offset, { kind: "none" }, tokens);
  }
  const open = openField(prefix, tokens, fieldNames);
  if (open !== undefined) {
    const before = tokensBefore(tokens, open);
    return at(open.span.start, behind(before, { kind: "field" }), before);
  }
  const touched = tokens.at(-1);
  const place = touched?.span.end === offset ? placeIn(touched) : undefined;
  if (touched !== undefined && place !== undefined) {
    const before = tokens.slice(0, -1);
    return at(touched.span.start, behind(before, place), before);
  }
  const isBehind = wantsOperator(tokens);
  return at(offset, behind(tokens, { kind: isBehind ? "operator" : "operand" }), tokens);
}

const OPERATOR_LIKE = /^[=<>!&|;~≠≤≥−–×÷]+$/;

function wantsOperator(before: readonly SourceToken[]): boolean {
  const last = before.at(-1);
  return last !== undefined && ENDS_OPERAND.has(last.kind);
}

/** Behind an operand, only an operator may begin, and nowhere else. */
function behind(before: readonly SourceToken[], place: CursorContext): CursorContext {
  // A mistake that is no operator hides what would follow it, and so does a semicolon that separates no arguments.
  const last = before.at(-1);
  if (before.some(isOpenCurlyQuote)) return { kind: "none" };
  if (last?.kind === "mistake") {
    const isLost = /^;+$/.test(last.image) && levelsOf(before).at(-1)?.callee === undefined;
    if (isLost || !OPERATOR_LIKE.test(last.image)) return { kind: "none" };
  }
  const isOperator = place.kind === "operator" || place.kind === "operand";
  if (wantsOperator(before)) return { kind: isOperator ? "operator" : "none" };
  return place.kind === "operator" ? { kind: "none" } : place;
}

/** Whether a curly quote has no partner yet: the next quote, of whatever formula it is, would become that. */
function isOpenCurlyQuote({ kind, image }: SourceToken): boolean {
  return kind === "mistake" && /^[“”„‟‘’‚‛]$/.test(image);
}

function tokensBefore(tokens: readonly SourceToken[], token: SourceToken): readonly SourceToken[] {
  return tokens.slice(0, tokens.indexOf(token));
}

/** Whether the offset is at the end of a comment that reaches to the end of its line. */
function isOpenLine({ kind, image, span }: SourceToken, offset: number): boolean {
  return kind === "comment" && image.startsWith("//") && span.end === offset;
}

/** The place inside a token that ends at the offset; `undefined` if the token is complete. */
function placeIn({ kind, image }: SourceToken): CursorContext | undefined {
  switch (kind) {
    case "name":
      return { kind: "operand" };
    case "parameter":
      return { kind: "parameter" };
    case "broken-text":
      return isClosed(image) ? undefined : { kind: "text", quote: image.charAt(0) };
    case "mistake":
      if (image === "$") return { kind: "parameter" };
      return image === "!" ? { kind: "operator" } : undefined;
    default:
      return undefined;
  }
}

function isClosed(image: string): boolean {
  if (image.length < 2 || image.at(-1) !== image.charAt(0)) return false;
  const backslashes = /\\*$/.exec(image.slice(0, -1))?.[0].length ?? 0;
  return backslashes % 2 === 0;
}

/**
 * The brace that opens a field which reaches to the offset. A brace without its partner ends at the first character that
 * names rarely contain, so a name of the schema with such a character is looked for too.
 */
function openField(
  prefix: string,
  tokens: readonly SourceToken[],
  fieldNames: Iterable<string>,
): SourceToken | undefined {
  const open = tokens.findLast(({ kind }) => kind === "broken-field");
  if (open === undefined || open.image === "{}") return undefined;
  if (open.span.end === prefix.length) return open;
  const written = prefix.slice(open.span.start + 1).toLowerCase();
  for (const name of fieldNames) if (name.toLowerCase().startsWith(written)) return open;
  return undefined;
}

const CLOSED_FIELD = /^\{[^{}\\"'(),=<>!&+*/\n\r]*\}/;
const LONGEST_LOOK = 4_000;

/** The end of the token that starts there in the whole text, if it is certain that it belongs to what is written. */
function endOfWritten(text: string, start: number, offset: number, place: CursorContext): number {
  if (place.kind === "none" || (place.kind !== "text" && start === offset)) return offset;
  const rest = text.slice(start, start + LONGEST_LOOK);
  if (place.kind === "field") return start + (CLOSED_FIELD.exec(rest)?.[0].length ?? 0);
  const [whole] = sourceTokens(rest);
  const isWhole =
    place.kind === "text"
      ? whole?.kind === "text"
      : whole?.kind === "name" || whole?.kind === "parameter";
  return isWhole && whole !== undefined ? start + whole.span.end : offset;
}

/** Whether a name behind the token is read as an operator, as in `a AND (b)`. */
function isOperand(token: SourceToken | undefined): boolean {
  if (token === undefined) return false;
  const isJunk = token.kind === "mistake" && !OPERATOR_LIKE.test(token.image);
  return isJunk || ENDS_OPERAND.has(token.kind);
}

/** The parentheses that the tokens leave open. */
function levelsOf(tokens: readonly SourceToken[]): readonly OpenLevel[] {
  const levels: OpenLevel[] = [];
  let previous: SourceToken | undefined;
  let earlier: SourceToken | undefined;
  for (const token of tokens) {
    if (token.kind === "opening") {
      const callee = previous?.kind === "name" && !isOperand(earlier) ? previous : undefined;
      const start = token.span.end;
      levels.push({ callee, start, argument: 0, argumentStart: start });
    } else if (token.kind === "closing") {
      levels.pop();
    } else if (token.kind === "comma") {
      const level = levels.pop();
      const argumentStart = token.span.end;
      if (level !== undefined)
        levels.push({ ...level, argument: level.argument + 1, argumentStart });
    }
    earlier = previous;
    previous = token;
  }
  return levels;
}
