import { requireKind } from "../../util/misuse.ts";
import type { Fix } from "./diagnostic.ts";
import { type Fragment, sourceText } from "./formula-fragment.ts";

/** Returns the text with the fix applied. Edits at the same offset keep their order. */
export function applyFix(source: string | Fragment, fix: Fix): string {
  const whole = sourceText(source, "applyFix");
  requireKind(fix, "object", "`applyFix`: the fix", "take `fix` of a diagnostic that has one");
  requireKind(fix.edits, "objects", "`applyFix`: the edits of the fix");
  const edits = fix.edits.toSorted((first, second) => first.span.start - second.span.start);
  let text = "";
  let from = 0;
  for (const { span, text: replacement } of edits) {
    text += whole.slice(from, span.start) + replacement;
    from = span.end;
  }
  return text + whole.slice(from);
}
