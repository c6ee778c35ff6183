import type { Span } from "../../language/source/span.ts";
import type { ValueType } from "../../language/types/value-type.ts";

/**
 * The kind of a completion item. `constant` is TRUE, FALSE, BLANK, NOW or TODAY; `value` is a value of a field in the
 * records; `operator` includes commas and closing parentheses; `unit` and `format` are literals of function parameters.
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

/** The edit that accepting a completion item makes. */
export interface CompletionEdit {
  /** The span to replace. It contains the offset, or ends there. */
  readonly span: Span;
  /** The replacement. */
  readonly text: string;
  /**
   * The tab stops, in order, as spans of `text`. A tab stop that is not empty is a placeholder: it is selected, so that
   * typing replaces it. The last one is always empty.
   */
  readonly tabStops: readonly [Span, ...Span[]];
}

/** A completion item. */
export interface CompletionItem {
  /** The label in the list. */
  readonly label: string;
  /** The kind of the item. */
  readonly kind: CompletionKind;
  /** The type of the value; `undefined` if it has none, or takes the one that the context expects. */
  readonly type: ValueType | undefined;
  /** One line to show next to the label. */
  readonly detail: string;
  /** Documentation in Markdown; empty if there is nothing to say. */
  readonly documentation: string;
  /** The edit that accepting the item makes. */
  readonly edit: CompletionEdit;
  /** The string that an editor matches with the content of `edit.span`. */
  readonly filterText: string;
  /** The index of the item in the list, best first. */
  readonly rank: number;
  /** Whether its type fits. Fields and parameters that do not fit come last. */
  readonly fits: boolean;
}

/** The completions at an offset. */
export interface Completions {
  /** The span that the items complete, up to the offset at least; empty if nothing of it is typed yet. */
  readonly span: Span;
  /** The items, best first. */
  readonly items: readonly CompletionItem[];
  /** Whether a longer prefix may have other items, so that the editor must ask again. */
  readonly isIncomplete: boolean;
  /** Whether `completeWithValues` would query the provider, since values are not cached. */
  readonly awaitsValues: boolean;
}
