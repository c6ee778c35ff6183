import { check, readSchema } from "../../src/engine/index.ts";
import type { Diagnostic } from "../../src/language/source/diagnostic.ts";
import { EXAMPLE_SCHEMA, SCHEMA_WITHOUT_ROLES } from "./analyse.ts";
import type { DiagnosticDocumentation } from "./diagnostic-documentation.ts";

/** The diagnostics of a code's documented formula. */
export function documentedDiagnostics(
  { limits = {}, policy, differences, withoutRoles, computes }: DiagnosticDocumentation,
  formula: string,
): readonly Diagnostic[] {
  const schema = withoutRoles === true ? SCHEMA_WITHOUT_ROLES : EXAMPLE_SCHEMA;
  if (computes === undefined)
    return check(formula, schema, { limits, policy, differences }).diagnostics;
  const { fields } = schema.toJSON();
  const read = readSchema({ fields: { ...fields, [computes]: { formula } } }, { limits });
  return read.ok ? [] : read.diagnostics;
}
