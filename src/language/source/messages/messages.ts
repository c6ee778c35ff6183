import type { DiagnosticCode } from "../diagnostic-codes.ts";
import type { DiagnosticData } from "./diagnostic-data.ts";

/** The texts of a diagnostic, for the author of the formula. */
export interface DiagnosticText {
  /** What is wrong. */
  readonly message: string;
  /** What the author can do about it. */
  readonly help?: string;
  /** What the fix does, in a few words. It is shown only if the diagnostic has a fix. */
  readonly fix?: string;
  /** What is at the other places that the diagnostic is about. */
  readonly related?: string;
}

/** Puts a text of the author in backticks: long texts are shortened, and hidden characters are escaped. */
export type QuoteText = (text: string) => string;

/** The texts of each diagnostic, as functions of its data. */
export type DiagnosticMessages = {
  readonly [Code in DiagnosticCode]: (
    data: DiagnosticData[Code],
    quote: QuoteText,
  ) => DiagnosticText;
};

/** The words around the texts of diagnostics, as `render` writes them. */
export interface RenderLabels {
  /** Before the code of an error. */
  readonly error: string;
  /** Before the code of a warning. */
  readonly warning: string;
  /** Before what the author can do. */
  readonly help: string;
  /** Before what the fix does. */
  readonly fix: string;
  /** Before what is at another place. */
  readonly note: string;
  /** A place in the formula; both numbers are from 1. */
  readonly position: (line: number, column: number) => string;
  /** A part of a formula that is not at hand, by its offsets. */
  readonly offsets: (start: number, end: number) => string;
}

/** A catalogue of what is said to people, in one language. What is left out is said in English. */
export interface Messages {
  /** The texts of diagnostics, by their codes. */
  readonly diagnostics?: Partial<DiagnosticMessages>;
  /** The words around them, as `render` writes them. */
  readonly labels?: Partial<RenderLabels>;
}
