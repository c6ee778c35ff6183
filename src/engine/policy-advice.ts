import type { Suggestible } from "../language/check/index.ts";
import type { Registry } from "../language/functions/registry.ts";
import type { Schema } from "../language/schema/index.ts";
import type { Diagnostic, Edit } from "../language/source/diagnostic.ts";
import type { DiagnosticCode } from "../language/source/diagnostic-codes.ts";
import type { ComparisonRemedy, Remedy } from "../language/source/messages/diagnostic-data.ts";
import { isBinaryOperator, nameOfField, sourceTokens } from "../language/syntax/index.ts";
import type { ValueType } from "../language/types/value-type.ts";
import { isAllowed, type Policy } from "./policy.ts";

/** The names that advice may use: those of the schema and the registry that the policy allows. */
interface Allowed {
  readonly schema: Schema | undefined;
  readonly registry: Registry;
  readonly policy: Policy | undefined;
}

/** The names that a policy lets diagnostics suggest. */
export function suggestibleBy(policy: Policy | undefined): Suggestible | undefined {
  return (
    policy && {
      isFunction: (name) => isAllowed(policy.functions, name),
      isField: (name) => isAllowed(policy.fields, name),
    }
  );
}

/** The diagnostic without a help, a fix or data that advise what the policy refuses. */
export function allowedAdvice(diagnostic: Diagnostic, allowed: Allowed): Diagnostic {
  const { code, data } = diagnostic;
  // Only what is optional in the data of each code is left out, and a remedy becomes another one.
  const kept = { ...diagnostic, data: allowedData(code, data as Advice, allowed) } as Diagnostic;
  const { help, fix, ...others } = kept;
  return Object.freeze({
    ...others,
    ...(help !== undefined && isAllowedText(help, allowed) && { help }),
    ...(fix !== undefined && areAllowedEdits(fix.edits, allowed) && { fix }),
  });
}

/** The parts of data that propose something, and what they depend on. */
interface Advice {
  readonly instead?: string | readonly string[];
  readonly remedy?: Remedy | ComparisonRemedy;
  readonly expected?: ValueType;
  readonly leftType?: ValueType;
  readonly reason?: string;
}

/** The codes with a replacement that may be left out. Others replace the spelling of one value. */
const WITH_REPLACEMENT: ReadonlySet<DiagnosticCode> = new Set([
  "midnight-comparison",
  "joined-conditions",
  "chained-comparison",
  "constant-condition",
  "misplaced-comparison",
  "position-comparison",
  "differs-from-airtable",
  "foreign-syntax",
]);

/** The data without replacements that the policy refuses. */
function allowedData(code: DiagnosticCode, data: Advice, allowed: Allowed): Advice {
  const { instead, ...others } = data;
  const { remedy, expected, leftType, reason } = others;
  const isKept = (text: string): boolean => isAllowedSource(text, allowed);
  if (remedy !== undefined && !replacementsIn(remedy).every(isKept)) {
    return { ...data, remedy: { way: "other-value", type: expected ?? leftType ?? "number" } };
  }
  if (typeof instead === "string") {
    return WITH_REPLACEMENT.has(code) && !isKept(instead) ? others : data;
  }
  // The message itself has the other spelling of an operator.
  if (instead === undefined || reason === "spelling") return data;
  return { ...data, instead: instead.filter(isKept) };
}

/** The parts of a formula that a remedy proposes. */
function replacementsIn(remedy: Remedy | ComparisonRemedy): readonly string[] {
  if (remedy.way === "as-number") return replacementsIn(remedy.remedy);
  if (remedy.way === "call") return [remedy.call];
  return "instead" in remedy && remedy.instead !== undefined ? [remedy.instead] : [];
}

/** A word in capitals, a field in braces, or an operator in backticks. */
const NAMED = /\b[A-Z][A-Z0-9_]*\b|\{(?:[^{}\\]|\\.)+\}|(?<=`)[=!<>&+*/-]{1,2}(?=`)/g;

/** Whether a text for people names no function, field or operator that the policy refuses. */
export function isAllowedText(text: string, allowed: Allowed): boolean {
  return (text.match(NAMED) ?? []).every((name) => isAllowedName(name, allowed));
}

/** Whether the edits insert nothing that the policy refuses. */
export function areAllowedEdits(edits: readonly Edit[], allowed: Allowed): boolean {
  return edits.every(({ text }) => isAllowedSource(text, allowed));
}

/** Whether a part of a formula has nothing that the policy refuses. */
export function isAllowedSource(text: string, allowed: Allowed): boolean {
  return sourceTokens(text).every(
    ({ kind, image }) =>
      (kind !== "name" && kind !== "field" && kind !== "operator") || isAllowedName(image, allowed),
  );
}

/** A bare name counts as a field if the schema has it, and as a function if one has it. */
function isAllowedName(written: string, { schema, registry, policy }: Allowed): boolean {
  const field = written.startsWith("{") ? nameOfField(written) : written;
  if (schema?.fields.has(field) === true && !isAllowed(policy?.fields, field)) return false;
  if (registry.has(written) && !isAllowed(policy?.functions, written)) return false;
  const operator = written === "<>" ? "!=" : written;
  return !isBinaryOperator(operator) || isAllowed(policy?.operators, operator);
}
