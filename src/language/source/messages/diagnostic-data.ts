import type { ValueType } from "../../types/value-type.ts";
import type { PatternProblem } from "./pattern-problem.ts";

/** The data of a code whose message needs none. */
type NoData = Readonly<Record<string, never>>;

/** How to convert a value to another type. */
export type Remedy =
  | { readonly way: "number-without-quotes"; readonly instead?: string }
  | { readonly way: "too-many-digits" | "part-of-date" | "count-of-list" }
  | { readonly way: "call"; readonly function: "VALUE" | "DATETIME_PARSE"; readonly call: string }
  | { readonly way: "date-in-quotes" | "field-without-quotes"; readonly instead: string }
  | { readonly way: "other-value"; readonly type: ValueType };

/** How to make two values of different types comparable. `beside` is the value that determines the type. */
export type ComparisonRemedy =
  | Remedy
  /** A value is compared with the result of `OR`. */
  | { readonly way: "each-value" }
  /** A comparison within a call, or two that are joined as texts. */
  | { readonly way: "comparison"; readonly instead: string }
  | { readonly way: "as-number"; readonly beside: string; readonly remedy: Remedy }
  | { readonly way: "as-text" | "word-as-text"; readonly beside: string; readonly instead: string }
  | {
      readonly way: "as-boolean";
      readonly beside: string;
      readonly instead?: "TRUE()" | "FALSE()";
    };

/** Notes on functions and operators of other languages, in addition to the replacement. */
export type ForeignNote =
  | "conditions-or-list"
  | "list"
  | "part-of-text"
  | "one-type"
  | "logarithm"
  | "each-value"
  | "and-add"
  | "one-record"
  | "no-random"
  | "date-as-text"
  | "compare-units"
  | "and-so-on"
  | "add-blanks"
  | "no-look-up"
  | "nothing-like-it"
  | "ignores-case"
  | "joins-texts";

/** The replacement for a function or operator of another language. */
export interface ForeignHelp {
  /** Alternatives, each a part of a formula. */
  readonly instead: readonly string[];
  /** An additional note. */
  readonly note?: ForeignNote;
}

/** A mistake in a literal argument. */
export type ArgumentMistake =
  | { readonly reason: "language" | "time-zone" | "dates"; readonly text: string }
  | { readonly reason: "start-day"; readonly text: string; readonly choices: readonly string[] }
  | {
      readonly reason: "unit";
      readonly text: string;
      readonly choices: readonly string[];
      /** Short forms of the units. */
      readonly short?: readonly string[];
      readonly instead?: string;
    }
  | { readonly reason: "pattern"; readonly problem: PatternProblem; readonly offset: number }
  | { readonly reason: "replacement"; readonly group: string; readonly groups: number }
  /** The message of a custom function. */
  | {
      readonly reason: "custom";
      readonly message: string;
      readonly help?: string;
      readonly choices?: readonly string[];
      readonly instead?: string;
    };

/**
 * The data of each diagnostic by code: plain JSON, from which a catalogue of messages builds the texts. Strings from
 * the formula are unchanged, except that a long expression is shortened.
 */
export interface DiagnosticData {
  readonly "formula-too-long": { readonly length: number; readonly most: number };
  readonly "too-deep": { readonly most: number };
  readonly "too-many-nodes": {
    readonly most: number;
    /** The computed field whose formula exceeds the limit. */
    readonly field?: string;
  };
  readonly "too-many-arguments": {
    readonly function: string;
    readonly count: number;
    readonly most: number;
  };
  readonly "too-many-values": {
    readonly function: string;
    readonly count: number;
    readonly most: number;
  };
  /** The maximum number of bytes of a text; or the message of a custom function. */
  readonly "text-too-long": { readonly most: number } | { readonly message: string };
  /** The work for one record and its limit, in nanoseconds, and the costliest part. */
  readonly "too-costly": {
    readonly work: number;
    readonly most: number;
    readonly part: string;
  };
  readonly "empty-formula": NoData;
  readonly "invalid-character": { readonly codePoint: number };
  readonly "unexpected-character": {
    readonly character: string;
    readonly reason:
      | "invisible"
      | "currency"
      | "bracket"
      | "brace"
      | "conditional"
      | "if-blank"
      | "name"
      | "unknown";
  };
  readonly "curly-quote": {
    /** Which quotes are curly: both quotes of a text, the closing one, or a single one without a text. */
    readonly which: "both" | "end" | "alone";
    readonly written: string;
    readonly instead: string;
  };
  readonly "doubled-quote": { readonly instead: string };
  readonly "unescaped-quote": {
    readonly quote: string;
    readonly instead: string;
    readonly other: string;
  };
  readonly "unterminated-text": { readonly quote: string };
  readonly "unterminated-field": NoData;
  readonly "unterminated-comment": NoData;
  readonly "empty-field-name": NoData;
  readonly "malformed-number": {
    readonly written: string;
    readonly reason: "spelling" | "days" | "unit" | "name" | "date";
    /** The intended number, or the date as a text. */
    readonly instead?: string;
  };
  readonly "number-out-of-range": { readonly written: string };
  readonly "leading-equals": NoData;
  readonly "foreign-operator": {
    readonly operator: string;
    /** The kind of foreign operator: another spelling, a comparison, a function, a percent sign, or unknown. */
    readonly reason: "spelling" | "comparison" | "function" | "percent" | "unknown";
  } & ForeignHelp;
  readonly "foreign-syntax": {
    readonly construct:
      | "member"
      | "brackets"
      | "placeholder"
      | "backticks"
      | "semicolons"
      | "entity"
      | "typed-literal";
    readonly instead?: string;
  };
  readonly "missing-parenthesis": { readonly count: number };
  readonly "unexpected-parenthesis": NoData;
  /** The side of the operator, or the inside of parentheses. */
  readonly "missing-operand":
    | { readonly side: "before" | "after"; readonly operator: string }
    | { readonly side: "inside" };
  readonly "missing-operator": {
    readonly before: string;
    readonly after: string;
    readonly context: "formula" | "call" | "parenthesis";
  };
  readonly "missing-argument": { readonly isSuperfluous: boolean };
  readonly "unexpected-token": { readonly token: "," };
  readonly "unknown-function": {
    readonly name: string;
    readonly suggestion?: string;
    /** The replacement for a function of another language. */
    readonly foreign?: ForeignHelp;
    /** A field of this name, in the spelling of formulas. */
    readonly field?: string;
  };
  readonly "unknown-field": {
    readonly name: string;
    readonly suggestion?: string;
    /** A function of this name, and its spelling in the formula. */
    readonly function?: { readonly name: string; readonly written: string };
    /** Whether the name is the blank of another language. */
    readonly isBlank?: true;
    /** The name as a text literal, if a text may be meant. */
    readonly text?: string;
  };
  readonly "unknown-parameter": {
    readonly name: string;
    readonly suggestion?: string;
    /** A field of this name, in braces. */
    readonly field?: string;
  };
  readonly "argument-count": {
    readonly function: string;
    readonly count: number;
    readonly least: number;
    /** Omitted if there is no maximum. */
    readonly most?: number;
    /** The kind of arguments: a whole record, a single condition, or a list of arguments. */
    readonly takes: "record" | "condition" | "arguments";
    /** The function with its parameters. */
    readonly signature: string;
  };
  readonly "argument-type": {
    readonly written: string;
    readonly actual: ValueType;
    readonly expected: ValueType;
    readonly remedy: Remedy;
  };
  readonly "operand-type":
    | { readonly reason: "texts-added" | "dates-added" | "date-from-number" }
    | {
        readonly reason: "no-number";
        readonly written: string;
        readonly actual: ValueType;
        readonly operator: string;
        readonly remedy: Remedy;
      };
  readonly "comparison-type": {
    readonly left: string;
    readonly leftType: ValueType;
    readonly right: string;
    readonly rightType: ValueType;
    readonly remedy?: ComparisonRemedy;
  };
  readonly "invalid-date": { readonly text: string; readonly instead?: string };
  readonly "invalid-argument": ArgumentMistake;
  readonly "literal-required": {
    readonly function: string;
    readonly parameter: string;
    readonly choices?: readonly string[];
    /** The word in quotes, if it is one of the choices. */
    readonly instead?: string;
  };
  readonly "missing-role": { readonly function: string };
  /** The field, and the path of fields through which it depends on itself. */
  readonly "formula-cycle": { readonly field: string; readonly path: readonly string[] };
  readonly "not-allowed": {
    readonly kind: "function" | "operator" | "field";
    readonly name: string;
  };
  /** The day, and the comparison with all of it, unless a policy refuses it. */
  readonly "midnight-comparison": { readonly date: string; readonly instead?: string };
  /** The name of the field, a text that is not one of its choices, and the first of them. */
  readonly "unknown-choice": {
    readonly field: string;
    readonly text: string;
    /** Given if the field is compared in this case. The choices are in that case too. */
    readonly inCase?: "lower" | "upper";
    readonly suggestion?: string;
    readonly choices: readonly string[];
    /** The number of choices. */
    readonly count: number;
  };
  readonly "chained-comparison": { readonly instead?: string };
  /** The test of all conditions that are joined as texts, unless a policy refuses it. */
  readonly "joined-conditions": { readonly instead?: string };
  /** Arguments that are probably one number, and the number. */
  readonly "split-number": {
    readonly written: string;
    readonly instead: string;
    /** The number that it is, if it has a dot for thousands. */
    readonly value?: number;
  };
  /** A comparison and a sign without a space between them, and how they are read. */
  readonly "split-operator": { readonly operator: string; readonly instead: string };
  /** The function, and the comparison of its result, unless other arguments follow. */
  readonly "misplaced-comparison": { readonly function: string; readonly instead?: string };
  /** A test of the result of FIND or SEARCH, as it is probably meant unless a policy refuses it. */
  readonly "position-comparison": { readonly function: string; readonly instead?: string };
  readonly "invisible-character": { readonly codePoint: number };
  readonly "constant-condition": {
    readonly value: boolean;
    /** The comparison of the same value as before: `name = "b"` after `name = "a"`. */
    readonly instead?: string;
  };
  readonly "always-error": NoData;
  readonly "no-effect": { readonly function: string };
  readonly "inexact-number": {
    readonly written: string;
    readonly value: number;
    /** The number as a text literal, if it becomes a text. */
    readonly text?: string;
  };
  readonly "unusual-format": { readonly written: string; readonly instead?: string } & (
    | { readonly reason: "date" }
    /** The message of a custom function. */
    | { readonly reason: "custom"; readonly message: string }
  );
  readonly "unusual-comment": NoData;
  readonly "differs-from-airtable": {
    /** Airtable finds 0 with a comparison with `BLANK()`, or blanks with one with a number. */
    readonly reason: "zero-is-blank" | "blank-is-zero";
    /** The formula that finds here what Airtable finds, unless a policy refuses it. */
    readonly instead?: string;
  };
}
