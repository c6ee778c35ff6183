import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { isoformEditor } from "../../codemirror/index.ts";
import type { Schema } from "../../index.ts";
import { createLanguage, type ValueProvider } from "../../language.ts";
import type { RecordRow } from "../records/source.ts";

// This is loaded after the first records are shown, which need none of it.

/** Undoing, and the keys of an editor. */
export const KEYS: Extension = [history(), keymap.of([...defaultKeymap, ...historyKeymap])];

/** What the editor knows. */
export interface Knowledge {
  readonly schema: Schema;
  readonly values: ValueProvider;
}

/** Colours, mistakes, completion and hover, and what the formula comes to for a record. */
export function assistance(knows: Knowledge, record: RecordRow | undefined): Extension {
  return isoformEditor(createLanguage(knows), record === undefined ? {} : { record });
}
