import type { CheckOptions, ParameterDeclarations, Value } from "../../engine/index.ts";
import type { Field, Schema } from "../../language/schema/index.ts";
import type { Diagnostic, Edit } from "../../language/source/diagnostic.ts";
import type { Span } from "../../language/source/span.ts";
import type { FormatOptions } from "../../language/syntax/index.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import type { Completions } from "./completion-item.ts";
import type { Signal, ValueProvider } from "./values-provider.ts";

/** The options of a language service. */
export interface LanguageOptions<Row = unknown> extends Omit<CheckOptions, "parameters"> {
  /** The fields that formulas may use. Hidden fields are never shown. */
  readonly schema: Schema<Row>;
  /** The parameters that formulas may use as `$name`, with their types. Default: none. */
  readonly parameters?: ParameterDeclarations | undefined;
  /** Provides values of fields for completion; `columnValues` creates a provider from columns. */
  readonly values?: ValueProvider;
  /** The clock for previews of formats, and for `values`. Default: the system's clock. */
  readonly clock?: () => Date;
}

/** The options of `completeWithValues`. */
export interface CompleteOptions {
  /** Cancels the search for values. Abort it at the next keystroke. */
  readonly signal?: Signal;
}

/** An expression's type. `blank` and `error` take the type that the context expects; errors leave it `unknown`. */
export type ExpressionType = ValueType | "blank" | "error" | "unknown";

/** An expression with its type. */
export interface TypedSpan {
  /** The span of the expression. */
  readonly span: Span;
  /** The type of its value. */
  readonly type: ExpressionType;
}

/** The thing at an offset, as data. */
export type HoverSubject =
  | { readonly kind: "field"; readonly field: Field }
  | {
      readonly kind: "function";
      readonly name: string;
      /** The name, parameters and result type: `LEFT(text, [count]) → text`. */
      readonly signature: string;
      /** One sentence on what it does; empty for a custom function without documentation. */
      readonly summary: string;
      /** A formula and its value, as strings; omitted for a custom function without documentation. */
      readonly example?: { readonly formula: string; readonly value: string };
    }
  | {
      readonly kind: "operator";
      readonly operator: string;
      readonly summary: string;
      /** How it treats blanks. */
      readonly blanks: string;
    }
  | { readonly kind: "parameter"; readonly name: string; readonly type: ValueType }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  /** A text that is read as a date, with the instant that it denotes. */
  | { readonly kind: "date"; readonly value: Date };

/** The content of a hover. */
export interface Hover {
  /** The span that it describes. */
  readonly span: Span;
  /** The thing at the offset, as data. */
  readonly subject: HoverSubject;
  /** The description in Markdown. */
  readonly markdown: string;
  /** The smallest expression around the offset, with its type. */
  readonly expression: TypedSpan;
}

/** A parameter in a signature. */
export interface SignatureParameter {
  /** The name of the parameter. */
  readonly name: string;
  /** The span in the label of the signature. */
  readonly label: Span;
  /** The expected type, `condition`, or `any`. */
  readonly type: ValueType | "condition" | "any";
  /** Whether the argument is required, optional, or repeatable. */
  readonly presence: "required" | "optional" | "rest";
  /** The meaning; empty if there is nothing to say. */
  readonly documentation: string;
}

/** The call around an offset. */
export interface Signature {
  /** The name of the function. */
  readonly name: string;
  /** The span of the call, up to the end of the formula if it is not closed. */
  readonly span: Span;
  /** The name, parameters and result type, on one line. */
  readonly label: string;
  /** One sentence on what the function does. */
  readonly documentation: string;
  /** The parameters, in their order. */
  readonly parameters: readonly SignatureParameter[];
  /** The index of the argument at the offset, from 0. */
  readonly argument: number;
  /** The index of its parameter; `undefined` if there are too many arguments. */
  readonly activeParameter: number | undefined;
}

/**
 * The kind of a token, for highlighting. `escape` is a backslash with the character after it, inside a text or a field;
 * `constant` is TRUE, FALSE, BLANK, NOW or TODAY without parentheses; `invalid` is not part of the language.
 */
export type TokenKind =
  | "function"
  | "field"
  | "unknown-field"
  | "text"
  | "escape"
  | "number"
  | "operator"
  | "punctuation"
  | "comment"
  | "constant"
  | "parameter"
  | "invalid";

/** A token with its kind. Tokens are in order and do not overlap; white space has none. */
export interface LanguageToken {
  /** The span in the text. */
  readonly span: Span;
  /** The kind, for highlighting. */
  readonly kind: TokenKind;
}

/** A change that an editor offers. */
export interface CodeAction {
  /** A short title. */
  readonly title: string;
  /** Whether it fixes a diagnostic, or is an equivalent rewrite. */
  readonly kind: "quickfix" | "rewrite";
  /** The edits, which do not overlap. */
  readonly edits: readonly Edit[];
  /** The diagnostic that it fixes. */
  readonly diagnostic?: Diagnostic;
}

/** A reference to a field, a function or a parameter. */
export interface Reference {
  /** The whole reference, with its braces or its `$`. */
  readonly span: Span;
  /** The kind of name. */
  readonly kind: "field" | "function" | "parameter";
  /** The name, without braces or `$`. */
  readonly name: string;
}

/** The edits of a rename, or the reason why it is impossible. */
export type RenameResult =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly message: string };

/** The value of a part of the formula for a record. */
export interface PartValue {
  /** The span of the part. */
  readonly span: Span;
  /** The value; `null` for a blank, `ERROR` for an error. A long text or list is truncated. */
  readonly value: Value;
  /** The value on one line, for display. */
  readonly shown: string;
  /** Whether the part counts as true; `null` if it is an error. */
  readonly holds: boolean | null;
  /** The cause of an error, if it does not come from the part's own parts. */
  readonly cause?: string;
  /** The number of enclosing parts. */
  readonly depth: number;
}

/**
 * A language service for formulas over one schema. It is immutable, apart from a cache of values, and independent of
 * editors: positions are offsets in UTF-16 units, and spans are half-open. Every call accepts any string, including an
 * invalid formula, and any offset; an offset out of range is clamped. No formula makes it throw.
 */
export interface Language<Row = unknown> {
  /** The schema of the formulas. */
  readonly schema: Schema<Row>;
  /** The errors and warnings of `check`, in the order of their positions. */
  diagnostics(text: string): readonly Diagnostic[];
  /** Completions at the offset, synchronously: values of fields are only offered if they are cached. */
  complete(text: string, offset: number): Completions;
  /** Completions at the offset, including values from the provider. */
  completeWithValues(text: string, offset: number, options?: CompleteOptions): Promise<Completions>;
  /** The hover at the offset; `undefined` for white space, comments and punctuation. */
  hover(text: string, offset: number): Hover | undefined;
  /** The innermost call whose arguments enclose the offset. */
  signature(text: string, offset: number): Signature | undefined;
  /** The tokens of the formula, for highlighting. */
  tokens(text: string): readonly LanguageToken[];
  /** Fixes and rewrites for a span, which may be empty. */
  fixes(text: string, span: Span): readonly CodeAction[];
  /** The edits that format the formula; none if it is already formatted, or has a syntax error. */
  format(text: string, options?: FormatOptions): readonly Edit[];
  /** All references to the name at the offset, in order. */
  references(text: string, offset: number): readonly Reference[];
  /** Renames the field or parameter at the offset, in the whole formula. */
  rename(text: string, offset: number, name: string): RenameResult;
  /** The spans of an expanding selection around the offset, from the smallest to the whole formula. */
  selections(text: string, offset: number): readonly Span[];
  /** The foldable spans of several lines: contents of parentheses, and comments. */
  folds(text: string): readonly Span[];
  /**
   * The values of the parts of the formula for a record, outer parts first. In an invalid formula, only valid parts
   * have values.
   *
   * @param parameters the values of the parameters; without them, parts that use parameters have no value
   */
  values(
    text: string,
    record: Row,
    parameters?: Readonly<Record<string, unknown>>,
  ): readonly PartValue[];
}
