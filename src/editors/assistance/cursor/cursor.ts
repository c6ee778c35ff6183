import type { Span } from "../../../language/source/span.ts";
import { type SourceToken, sourceTokens } from "../../../language/syntax/index.ts";

/** The construct at an offset, determined by the tokens before it. */
type CursorContext =
  /** A field in braces, which may be unclosed. */
  | { readonly kind: "field" }
  /** A name, or nothing yet, where an operand is expected. */
  | { readonly kind: "operand" }
  /** A parameter, with at least its `$` typed. */
  | { readonly kind: "parameter" }
  /** Inside a text, which may be unclosed. */
  | { readonly kind: "text"; readonly quote: string }
  /** After an operand. */
  | { readonly kind: "operator" }
  /** In a comment, or inside an error. */
  | { readonly kind: "none" };

/** An open parenthesis at an offset. */
export interface OpenLevel {
  /** The name of the function; `undefined` for parentheses that only group. */
  readonly callee: SourceToken | undefined;
  /** The offset after the opening parenthesis. */
  readonly start: number;
  /** The index of the argument at the offset, from 0. */
  readonly argument: number;
  /** The offset at which this argument begins. */
  readonly argumentStart: number;
}

/** The context of an offset, determined by its tokens. */
export interface Cursor {
  readonly text: string;
  readonly offset: number;
  readonly context: CursorContext;
  /** The span being typed: from its start to the offset, and on to its end if that is certain. */
  readonly span: Span;
  /** The typed part, up to the offset. */
  readonly written: string;
  /** The last token before the span that is not a comment. */
  readonly before: SourceToken | undefined;
  /** The open parentheses, outermost first. */
  readonly levels: readonly OpenLevel[];
}

/** Clamps an offset, and moves it out of a surrogate pair. */
export function offsetIn(text: string, offset: number): number {
  const inside = Math.min(Math.max(Math.trunc(offset) || 0, 0), text.length);
  const isSplit = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(inside - 1, inside + 1));
  return isSplit && inside > 0 ? inside - 1 : inside;
}

/** The part that contains an offset, or else the one that ends there. */
export function partAt<P extends { readonly span: Span }>(
  parts: readonly P[],
  offset: number,
): P | undefined {
  return (
    parts.find(({ span }) => span.start <= offset && offset < span.end) ??
    parts.findLast(({ span }) => span.end === offset)
  );
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

/** Reads the tokens before an offset. The last one decides whether an operand or an operator is expected. */
export function cursorAt(text: string, givenOffset: number, fieldNames: Iterable<string>): Cursor {
  const offset = offsetIn(text, givenOffset);
  const prefix = text.slice(0, offset);
  const all = sourceTokens(prefix);
  const tokens = all.filter(({ kind }) => kind !== "comment");
  const last = all.at(-1);
  const at = (start: number, context: CursorContext, before: readonly SourceToken[]): Cursor => ({
    text,
    offset,
    context,
    span: { start, end: Math.max(offset, endOfWritten(text, start, offset, context)) },
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
  const context = touched?.span.end === offset ? contextIn(touched) : undefined;
  if (touched !== undefined && context !== undefined) {
    const before = tokens.slice(0, -1);
    return at(touched.span.start, behind(before, context), before);
  }
  const isBehind = wantsOperator(tokens);
  return at(offset, behind(tokens, { kind: isBehind ? "operator" : "operand" }), tokens);
}

const OPERATOR_LIKE = /^[=<>!&|;~≠≤≥−–×÷]+$/;

function wantsOperator(before: readonly SourceToken[]): boolean {
  const last = before.at(-1);
  return last !== undefined && ENDS_OPERAND.has(last.kind);
}

/** The context after other tokens: an operator begins after an operand, and everything else does not. */
function behind(before: readonly SourceToken[], context: CursorContext): CursorContext {
  // After an invalid token nothing is known, nor after a semicolon that separates no arguments.
  const last = before.at(-1);
  if (before.some(isOpenCurlyQuote)) return { kind: "none" };
  if (last?.kind === "mistake") {
    const isLost = /^;+$/.test(last.image) && levelsOf(before).at(-1)?.callee === undefined;
    if (isLost || !OPERATOR_LIKE.test(last.image)) return { kind: "none" };
  }
  const isOperator = context.kind === "operator" || context.kind === "operand";
  if (wantsOperator(before)) return { kind: isOperator ? "operator" : "none" };
  return context.kind === "operator" ? { kind: "none" } : context;
}

/** Whether a curly quote is unclosed: a later quote would close it, in whichever formula it is. */
function isOpenCurlyQuote({ kind, image }: SourceToken): boolean {
  return kind === "mistake" && /^[“”„‟‘’‚‛]$/.test(image);
}

function tokensBefore(tokens: readonly SourceToken[], token: SourceToken): readonly SourceToken[] {
  return tokens.slice(0, tokens.indexOf(token));
}

/** Whether the offset is at the end of a line comment. */
function isOpenLine({ kind, image, span }: SourceToken, offset: number): boolean {
  return kind === "comment" && image.startsWith("//") && span.end === offset;
}

/** The construct inside a token that ends at the offset; `undefined` if the token is complete. */
function contextIn({ kind, image }: SourceToken): CursorContext | undefined {
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
 * The opening brace of a field that reaches to the offset. An unclosed field ends at the first character that names
 * rarely contain, so names of the schema with such characters are tried too.
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

/** The end of the token that begins at an offset, if it certainly belongs to the typed part. */
function endOfWritten(text: string, start: number, offset: number, context: CursorContext): number {
  if (context.kind === "none" || (context.kind !== "text" && start === offset)) return offset;
  const rest = text.slice(start, start + LONGEST_LOOK);
  if (context.kind === "field") return start + (CLOSED_FIELD.exec(rest)?.[0].length ?? 0);
  const [whole] = sourceTokens(rest);
  const isWhole =
    context.kind === "text"
      ? whole?.kind === "text"
      : whole?.kind === "name" || whole?.kind === "parameter";
  return isWhole && whole !== undefined ? start + whole.span.end : offset;
}

/** Whether a name after the token is read as an operator, as in `a AND (b)`. */
function isOperand(token: SourceToken | undefined): boolean {
  if (token === undefined) return false;
  const isJunk = token.kind === "mistake" && !OPERATOR_LIKE.test(token.image);
  return isJunk || ENDS_OPERAND.has(token.kind);
}

/** The parentheses left open by the tokens. */
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
