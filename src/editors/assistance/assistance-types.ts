import type { CheckOptions, ParameterDeclarations, Value } from "../../engine/index.ts";
import type { Field, Schema } from "../../language/schema/index.ts";
import type { Diagnostic, Edit } from "../../language/source/diagnostic.ts";
import type { Span } from "../../language/source/span.ts";
import type { FormatOptions } from "../../language/syntax/index.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import type { Completions } from "./completion-item.ts";
import type { Signal, ValueProvider } from "./values-provider.ts";

/** What a language service knows about the formulas. */
export interface LanguageOptions<Row = unknown> extends Omit<CheckOptions, "parameters"> {
  /** The fields that formulas may use. Hidden fields are never shown. */
  readonly schema: Schema<Row>;
  /** The parameters that formulas may use as `$name`, with their types; none unless given. */
  readonly parameters?: ParameterDeclarations | undefined;
  /** Finds values of fields to complete; `columnValues` makes one of columns. */
  readonly values?: ValueProvider;
  /** The clock that shows what formats look like, and that `values` reads; the system's clock unless given. */
  readonly clock?: () => Date;
}

/** The options of `completeWithValues`. */
export interface CompleteOptions {
  /** Ends the search for values: abort it at the next keystroke. */
  readonly signal?: Signal;
}

/** An expression's type: `blank` or `error` take the type of their place, and mistakes leave it `unknown`. */
export type ExpressionType = ValueType | "blank" | "error" | "unknown";

/** An expression of the formula with its type. */
export interface TypedSpan {
  /** The place of the expression. */
  readonly span: Span;
  /** The type of its value. */
  readonly type: ExpressionType;
}

/** The thing at an offset. */
export type HoverSubject =
  | { readonly kind: "field"; readonly field: Field }
  | {
      readonly kind: "function";
      readonly name: string;
      /** The name, the parameters and the type of the result: `LEFT(text, [count]) → text`. */
      readonly signature: string;
      /** One sentence on what it does; empty for a custom function without documentation. */
      readonly summary: string;
      /** A formula with its value, as texts; left out for a custom function without documentation. */
      readonly example?: { readonly formula: string; readonly value: string };
    }
  | {
      readonly kind: "operator";
      readonly operator: string;
      readonly summary: string;
      /** What it does with blanks. */
      readonly blanks: string;
    }
  | { readonly kind: "parameter"; readonly name: string; readonly type: ValueType }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  /** A text that is read as a date, with the instant that it means. */
  | { readonly kind: "date"; readonly value: Date };

/** What an editor shows when the pointer rests on a part of the formula. */
export interface Hover {
  /** The part that this is about. */
  readonly span: Span;
  /** The thing at that place, as data. */
  readonly subject: HoverSubject;
  /** The same for people, in Markdown. */
  readonly markdown: string;
  /** The smallest expression around the offset, with its type. */
  readonly expression: TypedSpan;
}

/** A parameter of a function as a signature shows it. */
export interface SignatureParameter {
  /** The name. */
  readonly name: string;
  /** Its place in the label of the signature. */
  readonly label: Span;
  /** What is expected: a type, `condition`, or `any`. */
  readonly type: ValueType | "condition" | "any";
  /** Whether the argument must be given, may be left out, or may be given many times. */
  readonly presence: "required" | "optional" | "rest";
  /** What it means; empty if there is nothing to say. */
  readonly documentation: string;
}

/** The call around an offset. */
export interface Signature {
  /** The function's name. */
  readonly name: string;
  /** The place of the call; up to the end of the text if it is not closed. */
  readonly span: Span;
  /** The name, the parameters and the type of the result, on one line. */
  readonly label: string;
  /** One sentence on what the function does. */
  readonly documentation: string;
  /** The parameters, in their order. */
  readonly parameters: readonly SignatureParameter[];
  /** The index of the argument at the offset, from 0. */
  readonly argument: number;
  /** The index of its parameter; `undefined` if the function takes fewer arguments. */
  readonly activeParameter: number | undefined;
}

/**
 * What a part of the text is, for colouring. `escape` is a backslash with the character after it, inside a text or a field;
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

/** A part of the text with its kind. Tokens are in order and do not overlap; white space has none. */
export interface LanguageToken {
  /** Its place in the text. */
  readonly span: Span;
  /** What it is. */
  readonly kind: TokenKind;
}

/** A change that an editor offers. */
export interface CodeAction {
  /** What the change does, in a few words. */
  readonly title: string;
  /** Whether it mends a diagnostic, or writes what is right in another way. */
  readonly kind: "quickfix" | "rewrite";
  /** The changes of the text, which do not overlap. */
  readonly edits: readonly Edit[];
  /** The diagnostic that it mends. */
  readonly diagnostic?: Diagnostic;
}

/** A place where a field, a function or a parameter is named. */
export interface Reference {
  /** The whole reference, with its braces or its `$`. */
  readonly span: Span;
  /** What is named. */
  readonly kind: "field" | "function" | "parameter";
  /** Its name. */
  readonly name: string;
}

/** The edits of a new name, or why there cannot be one. */
export type RenameResult =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly message: string };

/** The value of a part of the formula for a record. */
export interface PartValue {
  /** The place of the part. */
  readonly span: Span;
  /** The part's value; `null` for a blank, `ERROR` for an error. The first part of a long text or list. */
  readonly value: Value;
  /** The value as text to show, on one line. */
  readonly shown: string;
  /** Whether the part counts as true; `null` if it is an error. */
  readonly holds: boolean | null;
  /** Why the part is an error, if its own parts do not say. */
  readonly cause?: string;
  /** How many parts are around this one. */
  readonly depth: number;
}

/**
 * A language service for formulas over one schema. It is immutable and has no state but a cache of values. It knows
 * nothing of an editor: positions are offsets in UTF-16 units, and spans are half-open. Each call takes any text, also a
 * broken one, and any offset; an offset outside the text counts as its nearest end. No text makes it throw.
 */
export interface Language<Row = unknown> {
  /** The schema of the formulas. */
  readonly schema: Schema<Row>;
  /** The mistakes and warnings, in the order of their places: those of `check`. */
  diagnostics(text: string): readonly Diagnostic[];
  /** What may be written at the offset, without waiting: values of fields are offered if they are cached. */
  complete(text: string, offset: number): Completions;
  /** What may be written at the offset, with the values that the provider finds. */
  completeWithValues(text: string, offset: number, options?: CompleteOptions): Promise<Completions>;
  /** What stands at the offset; `undefined` for white space, comments and punctuation. */
  hover(text: string, offset: number): Hover | undefined;
  /** The innermost call whose arguments are around the offset. */
  signature(text: string, offset: number): Signature | undefined;
  /** The parts of the text with their kinds, for colouring. */
  tokens(text: string): readonly LanguageToken[];
  /** The changes that mend or rewrite something in the span, which may be empty. */
  fixes(text: string, span: Span): readonly CodeAction[];
  /** The edits that give the formula its canonical spelling; none if it has them already, or is broken. */
  format(text: string, options?: FormatOptions): readonly Edit[];
  /** All places that name the same as the one at the offset, in the order of the text. */
  references(text: string, offset: number): readonly Reference[];
  /** Gives the field or parameter at the offset another name, everywhere in the formula. */
  rename(text: string, offset: number, name: string): RenameResult;
  /** What a growing selection takes in: spans around the offset, from the smallest to the whole formula. */
  selections(text: string, offset: number): readonly Span[];
  /** The parts of several lines that can be folded: the insides of parentheses, and comments. */
  folds(text: string): readonly Span[];
  /**
   * The values of the parts of the formula for a record, outer parts first. Of a broken formula, the parts that are sound
   * have values.
   *
   * @param parameters the values of the parameters, without which parts that use them have no value
   */
  values(
    text: string,
    record: Row,
    parameters?: Readonly<Record<string, unknown>>,
  ): readonly PartValue[];
}
