import { highlightingFor } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";
import { type Tag, tags } from "@lezer/highlight";
import type { Language, TokenKind } from "../assistance/index.ts";

/** For each kind of token, the tag for the host's highlighting, and the default colours for light and dark themes. */
const KINDS: Readonly<Record<TokenKind, readonly [tag: Tag, light: string, dark: string]>> = {
  function: [tags.function(tags.variableName), "#6f42c1", "#d2a8ff"],
  field: [tags.propertyName, "#0550ae", "#79c0ff"],
  "unknown-field": [tags.special(tags.propertyName), "#0550ae", "#79c0ff"],
  text: [tags.string, "#0a6b3d", "#7ee787"],
  escape: [tags.escape, "#8a4600", "#ffa657"],
  number: [tags.number, "#8a4600", "#ffa657"],
  operator: [tags.operator, "#b3202c", "#ff7b72"],
  punctuation: [tags.punctuation, "inherit", "inherit"],
  comment: [tags.comment, "#59636e", "#9198a1"],
  constant: [tags.atom, "#b3202c", "#ff7b72"],
  parameter: [tags.special(tags.variableName), "#8a4600", "#ffa657"],
  invalid: [tags.invalid, "#b3202c", "#ff7b72"],
};

/** Highlights formulas by the tokens of the language service. */
export function colours({ tokens }: Pick<Language, "tokens">) {
  const marksOf = (state: EditorState): DecorationSet =>
    Decoration.set(
      tokens(state.doc.toString()).map(({ span, kind }) => {
        const style = highlightingFor(state, [KINDS[kind][0]]) ?? `cm-isoform-${kind}`;
        return Decoration.mark({ class: style }).range(span.start, span.end);
      }),
    );
  return ViewPlugin.define(
    ({ state }) => ({
      marks: marksOf(state),
      update({ docChanged, transactions, state: now }): void {
        // A reconfiguration may have changed the host's highlighting.
        const isOld = docChanged || transactions.some(({ reconfigured }) => reconfigured);
        if (isOld) this.marks = marksOf(now);
      },
    }),
    { decorations: ({ marks }) => marks },
  );
}

/** The base theme. A theme of the host takes precedence. */
export const LOOK = EditorView.baseTheme({
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, [, light, dark]]) => [
      [`&light .cm-isoform-${kind}`, { color: light }],
      [`&dark .cm-isoform-${kind}`, { color: dark }],
    ]),
  ),
  // CodeMirror's own underlines are `data:` URLs, which strict content security policies forbid.
  ".cm-content .cm-lintRange": {
    backgroundImage: "none",
    textDecoration: "underline wavy #d11 1px",
  },
  ".cm-content .cm-lintRange-warning": { textDecorationColor: "orange" },
  ".cm-isoform-info": { maxWidth: "32em", padding: "2px 8px" },
  ".cm-isoform-info p, .cm-isoform-info pre": { margin: "4px 0", whiteSpace: "pre-wrap" },
  "[data-isoform-value]::after": {
    content: "attr(data-isoform-value)",
    marginLeft: "1.5em",
    opacity: "0.6",
  },
});
