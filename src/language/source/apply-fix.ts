import { requireKind } from "../../util/misuse.ts";
import type { Edit, Fix } from "./diagnostic.ts";
import { type Fragment, sourceText } from "./formula-fragment.ts";

/** Returns the text with the fix applied. Edits at the same offset keep their order. */
export function applyFix(source: string | Fragment, fix: Fix): string {
  const whole = sourceText(source, "applyFix");
  requireKind(fix, "object", "`applyFix`: the fix", "take `fix` of a diagnostic that has one");
  requireKind(fix.edits, "objects", "`applyFix`: the edits of the fix");
  return applyEdits(whole, fix.edits);
}

export function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = "";
  let from = 0;
  for (const { span, text: replacement } of edits.toSorted(byStart)) {
    text += source.slice(from, span.start) + replacement;
    from = span.end;
  }
  return text + source.slice(from);
}

function byStart(first: Edit, second: Edit): number {
  return first.span.start - second.span.start;
}
