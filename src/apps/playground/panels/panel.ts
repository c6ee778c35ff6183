import type { SortKey } from "../../../columns.ts";
import type { Formula, Schema, Span } from "../../../index.ts";
import type { PlaygroundSource, RecordRow } from "../records/playground-source.ts";

/** The state of the page. */
export interface PageState {
  readonly source: PlaygroundSource;
  readonly schema: Schema;
  /** The content of the editor, whether valid or not. */
  readonly text: string;
  /** The formula; `undefined` if it has an error. */
  readonly formula: Formula | undefined;
  readonly sort: readonly SortKey[];
  /** The record selected in the table. */
  readonly record: RecordRow | undefined;
}

/** The actions of the page that panels can call. */
export interface PageActions {
  /** Replaces the content of the editor, as one undoable step. */
  setFormula(text: string): void;
  /** Selects a span of the formula in the editor. */
  selectSpan(span: Span): void;
  /** Shows a message, and announces it to screen readers. */
  say(message: string): void;
}

/** A part of the page that shows something about the formula. It is created once, and updated after every change. */
export interface Panel {
  readonly element: HTMLElement;
  update(state: PageState): void;
}
