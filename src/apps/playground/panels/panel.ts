import type { SortKey } from "../../../columns.ts";
import type { Formula, Schema, Span } from "../../../index.ts";
import type { RecordRow, RecordSource } from "../records/record-source.ts";

/** What the page shows now. */
export interface PageState {
  readonly source: RecordSource;
  readonly schema: Schema;
  /** The text in the editor, right or wrong. */
  readonly text: string;
  /** The formula; `undefined` if the text is none. */
  readonly formula: Formula | undefined;
  readonly sort: readonly SortKey[];
  /** The record that was chosen in the table. */
  readonly record: RecordRow | undefined;
}

/** What a panel can ask of the page. */
export interface PageActions {
  /** Puts a text into the editor, as one step that can be undone. */
  setFormula(text: string): void;
  /** Selects a part of the formula in the editor. */
  selectSpan(span: Span): void;
  /** Says something to people who see the page, and to those who hear it. */
  say(message: string): void;
}

/** A part of the page that shows something about the formula. It is made once and told of every change. */
export interface Panel {
  readonly element: HTMLElement;
  update(state: PageState): void;
}
