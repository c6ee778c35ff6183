import { startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, linter } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { createLanguage, type ValueProvider } from "../../../editors/assistance/index.ts";
import { isoformEditor } from "../../../editors/codemirror/index.ts";
import type { Schema } from "../../../index.ts";
import type { RecordRow } from "../records/record-source.ts";

// This is loaded after the first records are shown, which need none of it.

/** Undoing, and the keys of an editor. */
export const KEYS: Extension = [history(), keymap.of([...defaultKeymap, ...historyKeymap])];

/** What the editor knows. */
export interface Knowledge {
  readonly schema: Schema;
  readonly values: ValueProvider;
}

/** Completes the word before the cursor, if there is one, as if it had just been typed. */
export function suggest(view: EditorView): void {
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - 1), head);
  if (/[\p{L}\p{Nd}_{]/u.test(before)) startCompletion(view);
}

/** Here, no formula means all records, and is not a mistake. */
function unlessBlank(found: readonly Diagnostic[], { doc }: EditorState): Diagnostic[] {
  return doc.toString().trim() === "" ? [] : [...found];
}

/** Colours, mistakes, completion and hover, and what the formula comes to for a record. */
export function assistance(knows: Knowledge, record: RecordRow | undefined): Extension {
  return [
    isoformEditor(createLanguage(knows), record === undefined ? {} : { record }),
    linter(null, { markerFilter: unlessBlank, tooltipFilter: unlessBlank }),
  ];
}
