import type { ValueType } from "../../types/value-type.ts";
import type { FunctionTexts } from "./function-texts.ts";
import type { QuoteText } from "./quote-text.ts";

/** The documentation of an operator. */
export interface OperatorText {
  /** What it computes, without a full stop. */
  readonly summary: string;
  /** A sentence on how it treats blanks. */
  readonly blanks: string;
}

/** The texts of the language service, apart from those of diagnostics. */
export interface EditorMessages {
  /**
   * The names of the types, of blank and error, and of the results without a fixed type: `any` for any type, and
   * `common` for the type that the results of `SWITCH` have in common.
   */
  readonly types: Readonly<Record<ValueType | "blank" | "error" | "any" | "common", string>>;
  /**
   * The kinds of things that completion offers: fields with a role, parameters, time zones, languages, the comma before
   * the next argument, and the closing parenthesis.
   */
  readonly kinds: Readonly<
    Record<
      "key" | "created" | "modified" | "parameter" | "zone" | "locale" | "comma" | "parenthesis",
      string
    >
  >;
  /** The documentation of the operators. */
  readonly operators: Readonly<
    Record<"=" | "!=" | "<" | "<=" | ">" | ">=" | "&" | "+" | "-" | "*" | "/", OperatorText>
  >;
  /** The titles of rewrites. */
  readonly rewrites: Readonly<
    Record<
      | "add-braces"
      | "remove-braces"
      | "call-isblank"
      | "compare-with-blank"
      | "add-not"
      | "remove-not"
      | "format",
      string
    >
  >;
  /** The reasons why nothing can be renamed. */
  readonly rename: {
    /** There is no name at the offset. */
    readonly nothing: string;
    /** The name is that of a function. */
    readonly function: string;
    /** The new name is impossible. */
    readonly impossible: (
      data: { readonly name: string; readonly kind: "field" | "parameter" },
      quote: QuoteText,
    ) => string;
  };
  /** The numbers beside completions. */
  readonly counts: {
    /** The number of records that have a value. */
    readonly records: (count: number) => string;
  };
  /** The documentation of the built-in functions. A custom function has its own. */
  readonly functions: FunctionTexts;
}

/** The texts of the language service in another language. */
export type EditorCatalogue = {
  readonly [Part in keyof EditorMessages]?: Partial<EditorMessages[Part]>;
};
