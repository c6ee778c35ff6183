import { autocompletion } from "@codemirror/autocomplete";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { type Command, Decoration, EditorView, hoverTooltip, keymap } from "@codemirror/view";
import type { Edit } from "../../language/source/diagnostic.ts";
import type { CodeAction, Language } from "../assistance/index.ts";
import { lineValues } from "../assistance/line-values.ts";
import { messageOf } from "../assistance/message.ts";
import { colours, LOOK } from "./colours.ts";
import { completionSources } from "./completion-source.ts";
import { markdownView } from "./markdown-view.ts";
import { signatureHelp } from "./signature-help.ts";
import { typeOver } from "./type-over.ts";

/** The options of `isoformEditor`. */
export interface EditorOptions<Row = unknown> {
  /** A sample record. The values of the formula for it are shown at the ends of lines. */
  readonly record?: Row;
  /** The values of parameters for the sample record. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The key for formatting. Default: `Shift-Alt-f`. */
  readonly formatKey?: string;
  /** The key that applies the first fix at the cursor. Default: `Mod-.`. */
  readonly fixKey?: string;
}

/**
 * Makes CodeMirror 6 an editor of formulas: highlighting, diagnostics with fixes, completion, hover, signatures,
 * formatting, and values of a sample record. All of it comes from the language service.
 */
export function isoformEditor<Row>(
  language: Language<Row>,
  { record, parameters, formatKey = "Shift-Alt-f", fixKey = "Mod-." }: EditorOptions<Row> = {},
): Extension {
  const fixesAt = ({ state }: EditorView, start: number, end: number): readonly CodeAction[] =>
    language.fixes(textOf(state), { start, end }).filter(({ kind }) => kind === "quickfix");
  const fix: Command = (view) => {
    const { from, to } = view.state.selection.main;
    return apply(view, fixesAt(view, from, to)[0]?.edits);
  };
  const format: Command = (view) => apply(view, language.format(textOf(view.state)));
  const mistakes = ({ state }: EditorView): Diagnostic[] =>
    language.diagnostics(textOf(state)).map((found) => ({
      ...{
        from: found.span.start,
        to: found.span.end,
        severity: found.severity === "information" ? "info" : found.severity,
      },
      message: messageOf(found),
      // The document may have changed since: compute the fix again.
      actions: (found.fix === undefined ? [] : [found.fix.title]).map((name) => ({
        name,
        apply: (view, from, to) => {
          apply(view, fixesAt(view, from, to).find(({ title }) => title === name)?.edits);
        },
      })),
    }));
  const hover = hoverTooltip(({ state }, offset) => {
    const found = language.hover(textOf(state), offset);
    if (found === undefined) return null;
    const { start: pos, end } = found.span;
    return { pos, end, create: () => ({ dom: markdownView(found.markdown) }) };
  });
  const values = EditorView.decorations.compute(["doc"], (state) => {
    if (record === undefined) return Decoration.none;
    const text = textOf(state);
    const lines = lineValues(text, language.values(text, record, parameters));
    return Decoration.set(
      lines.map(({ offset, shown }) =>
        Decoration.line({ attributes: { "data-isoform-value": shown } }).range(
          state.doc.lineAt(offset).from,
        ),
      ),
    );
  });
  const data = [SYNTAX, ...completionSources(language).map((autocomplete) => ({ autocomplete }))];
  return [
    ...[colours(language), LOOK, hover, values, signatureHelp(language)],
    ...[linter(mistakes, { delay: 200 }), autocompletion(), typeOver],
    EditorState.languageData.of(() => data),
    keymap.of([{ key: formatKey, run: format }, { key: fixKey, run: fix }, ...lintKeymap]),
  ];
}

const SYNTAX = { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } };

function textOf({ doc }: EditorState): string {
  return doc.toString();
}

function apply(view: EditorView, edits: readonly Edit[] = []): boolean {
  const changes = edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text }));
  if (changes.length > 0) view.dispatch({ changes, scrollIntoView: true, userEvent: "input.fix" });
  return changes.length > 0;
}
