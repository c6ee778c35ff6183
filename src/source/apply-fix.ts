import type { Fix } from "./diagnostic.ts";

/** The text with the fix applied. Edits at one place keep their order. */
export function applyFix(source: string, fix: Fix): string {
  const edits = fix.edits.toSorted((first, second) => first.span.start - second.span.start);
  let text = "";
  let from = 0;
  for (const { span, text: replacement } of edits) {
    text += source.slice(from, span.start) + replacement;
    from = span.end;
  }
  return text + source.slice(from);
}
