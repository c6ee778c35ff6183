import type { DiagnosticCode } from "../diagnostic-codes.ts";
import type { DiagnosticData } from "./diagnostic-data.ts";
import type { EditorCatalogue } from "./editor-messages.ts";
import type { ErrorCauseTexts } from "./error-cause.ts";
import type { ProblemCode, ProblemData } from "./problem-data.ts";
import type { QuoteText } from "./quote-text.ts";

/** The texts of a diagnostic, for the author of the formula. */
export interface DiagnosticText {
  /** The mistake. */
  readonly message: string;
  /** The advice to the author. */
  readonly help?: string;
  /** The title of the fix. It is shown only if the diagnostic has a fix. */
  readonly fix?: string;
  /** The note on related spans. */
  readonly related?: string;
}

/** The texts of each diagnostic, as functions of its data. */
export type DiagnosticMessages = {
  readonly [Code in DiagnosticCode]: (
    data: DiagnosticData[Code],
    quote: QuoteText,
  ) => DiagnosticText;
};

/** The text of each problem with a schema, an order or a row, as a function of its data. */
export type ProblemMessages = {
  readonly [Code in ProblemCode]: (data: ProblemData[Code], quote: QuoteText) => string;
};

/** The words that `render` adds to the texts of diagnostics. */
export interface RenderLabels {
  /** The label before the code of an error. */
  readonly error: string;
  /** The label before the code of a warning. */
  readonly warning: string;
  /** Before the code of information. */
  readonly information: string;
  /** Before what the author can do. */
  readonly help: string;
  /** The label before the title of the fix. */
  readonly fix: string;
  /** The label before the note on a related span. */
  readonly note: string;
  /** A position in the formula; both numbers count from 1. */
  readonly position: (line: number, column: number) => string;
  /** A range of offsets, used if the formula's text is not available. */
  readonly offsets: (start: number, end: number) => string;
}

/** A catalogue of messages in one language. Missing messages are shown in English. */
export interface Messages {
  /** The texts of diagnostics, by code. */
  readonly diagnostics?: Partial<DiagnosticMessages>;
  /** The words around them, as `render` writes them. */
  readonly labels?: Partial<RenderLabels>;
  /** The texts of the problems with schemas, orders and rows, by code. */
  readonly problems?: Partial<ProblemMessages>;
  /** Why values are errors, in explanations. */
  readonly causes?: Partial<ErrorCauseTexts>;
  /** The texts of the language service: completion, hover, signatures, rewrites and renaming. */
  readonly editor?: EditorCatalogue;
}
