import type { Span } from "../../language/source/span.ts";
import type { ValueType } from "../../language/types/value-type.ts";

/**
 * What a completion item stands for. `constant` is TRUE, FALSE, BLANK, NOW or TODAY; `value` is a value that records have
 * in a field; `operator` is also a comma or a closing parenthesis; `unit` and `format` are texts that a function asks for.
 */
export type CompletionKind =
  | "field"
  | "function"
  | "value"
  | "constant"
  | "operator"
  | "unit"
  | "format"
  | "parameter";

/** How the text changes if a completion item is accepted. */
export interface CompletionEdit {
  /** The part of the formula to replace. It holds the offset that was asked about, or ends there. */
  readonly span: Span;
  /** The text to put in its place. */
  readonly text: string;
  /**
   * Where the cursor goes, one place after the other, as spans of `text`. The text of a place that is not empty only says
   * what belongs there: it is selected, so that typing replaces it. The last place is always empty.
   */
  readonly places: readonly [Span, ...Span[]];
}

/** One thing that may be written at the offset. */
export interface CompletionItem {
  /** What a list shows. */
  readonly label: string;
  /** What the item stands for. */
  readonly kind: CompletionKind;
  /** The type of the value; `undefined` if it has none or takes that of its place. */
  readonly type: ValueType | undefined;
  /** One line to show beside the label. */
  readonly detail: string;
  /** More about it, in Markdown; empty if there is nothing to say. */
  readonly documentation: string;
  /** What accepting the item does. */
  readonly edit: CompletionEdit;
  /** The text that an editor compares with what is already written at `edit.span`. */
  readonly filterText: string;
  /** The place of the item in the list, from 0: the best is first. */
  readonly rank: number;
  /** Whether its type fits the place. Other fields and parameters come after those that fit. */
  readonly fits: boolean;
}

/** What may be written at an offset. */
export interface Completions {
  /** The part of the text that the items complete, up to the offset at least; empty if nothing of it is written yet. */
  readonly span: Span;
  /** The items, the best first. */
  readonly items: readonly CompletionItem[];
  /** Whether another prefix may have other items, so that an editor asks again when more is typed. */
  readonly isIncomplete: boolean;
  /** Whether `completeWithValues` would ask the provider for values, since they are not cached. */
  readonly awaitsValues: boolean;
}
