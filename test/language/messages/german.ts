import type { DiagnosticMessages, Messages, RenderLabels } from "../../../src/index.ts";
import { GERMAN_CHECK } from "./german-check.ts";
import { GERMAN_EDITOR } from "./german-editor.ts";
import { GERMAN_CAUSES, GERMAN_PROBLEMS } from "./german-problems.ts";
import { GERMAN_SYNTAX } from "./german-syntax.ts";

const diagnostics: DiagnosticMessages = { ...GERMAN_SYNTAX, ...GERMAN_CHECK };

const labels: RenderLabels = {
  error: "Fehler",
  warning: "Warnung",
  information: "Information",
  help: "Hilfe",
  fix: "Änderung",
  note: "Hinweis",
  position: (line, column) => `Zeile ${line}, Spalte ${column}`,
  offsets: (start, end) => `bei ${start} bis ${end}`,
};

/** A complete catalogue in a language other than English. */
export const GERMAN = {
  diagnostics,
  labels,
  problems: GERMAN_PROBLEMS,
  causes: GERMAN_CAUSES,
  editor: GERMAN_EDITOR,
} satisfies Required<Messages>;
