import { startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, linter } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { createLanguage, type ValueProvider } from "../../../editors/assistance/index.ts";
import { isoformEditor } from "../../../editors/codemirror/index.ts";
import type { Policy, Schema } from "../../../index.ts";
import type { RecordRow } from "../records/playground-source.ts";

// Loaded after the first records are shown, which do not need it.

/** Undo, and the key bindings of an editor. */
export const KEYS: Extension = [history(), keymap.of([...defaultKeymap, ...historyKeymap])];

/** What the editor knows about records. */
export interface RecordKnowledge {
  readonly schema: Schema;
  readonly policy?: Policy | undefined;
  readonly values: ValueProvider;
}

/** Completes the word before the cursor, if any, as after typing. */
export function suggest(view: EditorView): void {
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - 1), head);
  if (/[\p{L}\p{Nd}_{]/u.test(before)) startCompletion(view);
}

/** On this page, an empty formula matches all records and is not an error. */
function unlessBlank(found: readonly Diagnostic[], { doc }: EditorState): Diagnostic[] {
  return doc.toString().trim() === "" ? [] : [...found];
}

/** Highlighting, diagnostics, completion and hover, and the values of a formula for a record. */
export function assistance(knows: RecordKnowledge, record: RecordRow | undefined): Extension {
  return [
    isoformEditor(createLanguage(knows), record === undefined ? {} : { record }),
    linter(null, { markerFilter: unlessBlank, tooltipFilter: unlessBlank }),
  ];
}
