import type { Suggestible } from "../language/check/index.ts";
import type { Registry } from "../language/functions/registry.ts";
import type { Schema } from "../language/schema/index.ts";
import type { Diagnostic, Edit } from "../language/source/diagnostic.ts";
import type { ComparisonRemedy, Remedy } from "../language/source/messages/diagnostic-data.ts";
import { nameOfField, sourceTokens } from "../language/syntax/index.ts";
import { isAllowed, isOperator, type Policy } from "./policy.ts";

/** What decides whether advice names only what a policy allows. */
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
  const { help, fix, ...others } = withAllowedData(diagnostic, allowed);
  return Object.freeze({
    ...others,
    ...(help !== undefined && isAllowedText(help, allowed) && { help }),
    ...(fix !== undefined && areAllowedEdits(fix.edits, allowed) && { fix }),
  });
}

/** The diagnostic without data about replacements that the policy refuses. */
function withAllowedData(diagnostic: Diagnostic, allowed: Allowed): Diagnostic {
  const isRefused = (text: string | undefined): boolean =>
    text !== undefined && !areAllowedEdits([{ span: NOWHERE, text }], allowed);
  switch (diagnostic.code) {
    case "argument-type": {
      const { data } = diagnostic;
      if (!replacementsIn(data.remedy).some(isRefused)) return diagnostic;
      return {
        ...diagnostic,
        data: { ...data, remedy: { way: "other-value", type: data.expected } },
      };
    }
    case "operand-type": {
      const { data } = diagnostic;
      if (data.reason !== "no-number" || !replacementsIn(data.remedy).some(isRefused)) {
        return diagnostic;
      }
      return { ...diagnostic, data: { ...data, remedy: { way: "other-value", type: "number" } } };
    }
    case "comparison-type": {
      const { remedy, ...data } = diagnostic.data;
      const isKept = remedy === undefined || !replacementsIn(remedy).some(isRefused);
      return isKept ? diagnostic : { ...diagnostic, data };
    }
    case "midnight-comparison": {
      const { instead, ...data } = diagnostic.data;
      return isRefused(instead) ? { ...diagnostic, data } : diagnostic;
    }
    case "chained-comparison": {
      const { instead, ...data } = diagnostic.data;
      return isRefused(instead) ? { ...diagnostic, data } : diagnostic;
    }
    case "differs-from-airtable": {
      const { instead, ...data } = diagnostic.data;
      return isRefused(instead) ? { ...diagnostic, data } : diagnostic;
    }
    case "foreign-syntax": {
      const { instead, ...data } = diagnostic.data;
      return isRefused(instead) ? { ...diagnostic, data } : diagnostic;
    }
    case "foreign-operator": {
      const { data } = diagnostic;
      // The message itself has the other spelling of an operator.
      if (data.reason === "spelling") return diagnostic;
      const instead = data.instead.filter((text) => !isRefused(text));
      return { ...diagnostic, data: { ...data, instead } };
    }
    default:
      return diagnostic;
  }
}

/** The parts of a formula that a remedy proposes. */
function replacementsIn(remedy: Remedy | ComparisonRemedy): readonly string[] {
  if (remedy.way === "as-number") return replacementsIn(remedy.remedy);
  if (remedy.way === "call") return [remedy.call];
  return "instead" in remedy && remedy.instead !== undefined ? [remedy.instead] : [];
}

const NOWHERE = { start: 0, end: 0 };

/** A word in capitals, a field in braces, or an operator in backticks. */
const NAMED = /\b[A-Z][A-Z0-9_]*\b|\{(?:[^{}\\]|\\.)+\}|(?<=`)[=!<>&+*/-]{1,2}(?=`)/g;

/** Whether a text for people names no function, field or operator that the policy refuses. */
export function isAllowedText(text: string, allowed: Allowed): boolean {
  return (text.match(NAMED) ?? []).every((name) => isAllowedName(name, allowed));
}

/** Whether the edits insert nothing that the policy refuses. */
export function areAllowedEdits(edits: readonly Edit[], allowed: Allowed): boolean {
  return edits.every(({ text }) =>
    sourceTokens(text).every(
      ({ kind, image }) =>
        (kind !== "name" && kind !== "field" && kind !== "operator") ||
        isAllowedName(image, allowed),
    ),
  );
}

/** A bare name counts as a field if the schema has it, and as a function if one has it. */
function isAllowedName(written: string, { schema, registry, policy }: Allowed): boolean {
  const field = written.startsWith("{") ? nameOfField(written) : written;
  if (schema?.fields.has(field) === true && !isAllowed(policy?.fields, field)) return false;
  if (registry.has(written) && !isAllowed(policy?.functions, written)) return false;
  const operator = written === "<>" ? "!=" : written;
  return !isOperator(operator) || isAllowed(policy?.operators, operator);
}
