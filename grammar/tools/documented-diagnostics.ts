import { check, defineSchema, readSchema } from "../../src/engine/index.ts";
import type { Diagnostic } from "../../src/language/source/diagnostic.ts";
import { EXAMPLE_SCHEMA, SCHEMA_WITHOUT_ROLES } from "./analyse.ts";
import type { DiagnosticDocumentation } from "./diagnostic-documentation.ts";

/** The diagnostics of a code's documented formula. */
export function documentedDiagnostics(
  { limits = {}, policy, differences, withoutRoles, computes, choices }: DiagnosticDocumentation,
  formula: string,
): readonly Diagnostic[] {
  const example = withoutRoles === true ? SCHEMA_WITHOUT_ROLES : EXAMPLE_SCHEMA;
  const { fields } = example.toJSON();
  const schema = choices === undefined ? example : defineSchema({ ...fields, ...choices });
  if (computes === undefined)
    return check(formula, schema, { limits, policy, differences }).diagnostics;
  const read = readSchema({ fields: { ...fields, [computes]: { formula } } }, { limits });
  return read.ok ? [] : read.diagnostics;
}
