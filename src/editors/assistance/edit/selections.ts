import type { Span } from "../../../language/source/span.ts";
import { sourceTokens } from "../../../language/syntax/index.ts";
import { offsetIn } from "../cursor/cursor.ts";
import { expressionsAround, treeOf } from "../cursor/tree-at.ts";
import type { Knowledge } from "../knowledge.ts";

/** Spans around the offset, from the smallest to the whole source. */
export function selectionsAt(
  text: string,
  givenOffset: number,
  knowledge: Knowledge,
): readonly Span[] {
  const offset = offsetIn(text, givenOffset);
  const ast = treeOf(text, knowledge);
  const spans: Span[] = [{ start: 0, end: text.length }];
  spans.push(...(ast === undefined ? [] : nodeSpans(ast.root, offset)));
  const tokens = sourceTokens(text);
  spans.push(...parenthesesAround(text, offset));
  for (const { kind, span } of tokens) {
    if (span.start > offset || offset > span.end) continue;
    spans.push(span);
    const isQuoted = kind === "text" || kind === "field";
    const inside = { start: span.start + 1, end: span.end - 1 };
    if (isQuoted && inside.start <= offset && offset <= inside.end) spans.push(inside);
  }
  return growing(spans);
}

function nodeSpans(root: Parameters<typeof expressionsAround>[0], offset: number): readonly Span[] {
  return expressionsAround(root, { start: offset, end: offset }).map(({ span }) => span);
}

/** The contents of the parentheses around the offset, each with and without its parentheses. */
function parenthesesAround(text: string, offset: number): readonly Span[] {
  return parenthesesIn(text)
    .filter(({ start, end }) => start <= offset && offset <= end)
    .flatMap(({ start, end }) => [
      { start, end },
      { start: start - 1, end: end + 1 },
    ]);
}

/** The contents of all closed parentheses. */
export function parenthesesIn(text: string): readonly Span[] {
  const open: number[] = [];
  const found: Span[] = [];
  for (const { kind, span } of sourceTokens(text)) {
    if (kind === "opening") open.push(span.end);
    const start = kind === "closing" ? open.pop() : undefined;
    if (start !== undefined) found.push({ start, end: span.start });
  }
  return found;
}

/** Filters nested spans, each of which contains all smaller ones. */
function growing(spans: readonly Span[]): readonly Span[] {
  const bySize = spans.toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const kept: Span[] = [];
  for (const span of bySize) {
    const last = kept.at(-1);
    const holds = last === undefined || (span.start <= last.start && last.end <= span.end);
    const isSame = last !== undefined && span.start === last.start && span.end === last.end;
    if (holds && !isSame && (span.end > span.start || bySize.length === 1)) kept.push(span);
  }
  return kept;
}
