import type { CompletionEdit } from "./completion-item.ts";

/**
 * Converts an edit with tab stops to an editor's snippet syntax: `LEFT(${1:text})${0}`.
 *
 * @param special the characters that the editor needs escaped
 */
export function snippetOf({ text, tabStops }: CompletionEdit, special: RegExp): string {
  const escaped = (part: string): string => part.replace(special, "\\$&");
  const last = tabStops.length - 1;
  const inOrder = tabStops
    .map((span, index) => ({ ...span, number: index === last ? 0 : index + 1 }))
    .sort((a, b) => a.start - b.start);
  let snippet = "";
  let from = 0;
  for (const { start, end, number } of inOrder) {
    snippet += escaped(text.slice(from, start));
    snippet += end > start ? `\${${number}:${escaped(text.slice(start, end))}}` : `$\{${number}}`;
    from = end;
  }
  return snippet + escaped(text.slice(from));
}
