/** A formula with an error does not run; a warning points to a likely mistake, and information to something worth knowing. */
export type Severity = "error" | "warning" | "information";

/**
 * Every diagnostic code with its severity. Codes are stable: a code may be added, but is never reused. The reference
 * describes each code in `grammar/reference/diagnostics.md`.
 */
export const DIAGNOSTIC_SEVERITIES = {
  // limits
  "formula-too-long": "error",
  "too-deep": "error",
  "too-many-nodes": "error",
  "too-many-arguments": "error",
  "too-many-values": "error",
  "text-too-long": "error",
  "too-costly": "error",
  // text to tokens
  "empty-formula": "error",
  "invalid-character": "error",
  "unexpected-character": "error",
  "curly-quote": "error",
  "doubled-quote": "error",
  "unescaped-quote": "error",
  "unterminated-text": "error",
  "unterminated-field": "error",
  "unterminated-comment": "error",
  "empty-field-name": "error",
  "malformed-number": "error",
  "number-out-of-range": "error",
  "leading-equals": "error",
  "foreign-operator": "error",
  "foreign-syntax": "error",
  // tokens to tree
  "missing-parenthesis": "error",
  "unexpected-parenthesis": "error",
  "missing-operand": "error",
  "missing-operator": "error",
  "missing-argument": "error",
  "unexpected-token": "error",
  // names and types
  "unknown-function": "error",
  "unknown-field": "error",
  "unknown-parameter": "error",
  "argument-count": "error",
  "argument-type": "error",
  "operand-type": "error",
  "comparison-type": "error",
  "invalid-date": "error",
  "invalid-argument": "error",
  "literal-required": "error",
  "missing-role": "error",
  "formula-cycle": "error",
  "not-allowed": "error",
  // warnings
  "chained-comparison": "warning",
  "midnight-comparison": "warning",
  "unknown-choice": "warning",
  "joined-conditions": "warning",
  "split-number": "warning",
  "split-operator": "warning",
  "misplaced-comparison": "warning",
  "position-comparison": "warning",
  "invisible-character": "warning",
  "constant-condition": "warning",
  "always-error": "warning",
  "no-effect": "warning",
  "inexact-number": "warning",
  "unusual-format": "warning",
  "unusual-comment": "warning",
  // information
  "differs-from-airtable": "information",
} as const satisfies Record<string, Severity>;

/** The code of a diagnostic. Codes are stable. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_SEVERITIES;
