import { type Checked, checkAst } from "../../src/language/check/index.ts";
import { EXAMPLE_FIELDS } from "../../src/language/functions/example-row.ts";
import { BUILT_IN } from "../../src/language/functions/registry.ts";
import { type Lowered, lower } from "../../src/language/lower/index.ts";
import { type FieldDeclaration, readSchema, type Schema } from "../../src/language/schema/index.ts";
import { isError } from "../../src/language/source/finding.ts";
import { parse } from "../../src/language/syntax/index.ts";

/** The schema of the example record. */
export const EXAMPLE_SCHEMA: Schema = schemaOf(true);

/** The example record as an object. */
export const EXAMPLE_RECORD: Readonly<Record<string, unknown>> = Object.fromEntries(
  EXAMPLE_FIELDS.map(({ name, type, value }) => [
    name,
    type === "date" && typeof value === "number" ? new Date(value) : value,
  ]),
);

/** The same schema without roles for key, creation time and modification time. */
export const SCHEMA_WITHOUT_ROLES: Schema = schemaOf(false);

function schemaOf(withRoles: boolean): Schema {
  const declarations = EXAMPLE_FIELDS.map(({ name, type, role }): [string, FieldDeclaration] => {
    if (!withRoles || role === undefined) return [name, type];
    return [name, role === "key" ? { type, key: true } : { type, role }];
  });
  const result = readSchema({ fields: Object.fromEntries(declarations) });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  return result.schema;
}

/** Parses and checks an example. */
export function checkExample(formula: string): Checked {
  const parsed = parse(formula);
  if (!parsed.ok) throw new Error(`\`${formula}\` does not parse`);
  return checkAst(parsed.ast, EXAMPLE_SCHEMA, BUILT_IN);
}

/** The core of a valid formula. */
export function lowerExample(formula: string): Lowered {
  const checked = checkExample(formula);
  const found = checked.findings.filter(isError);
  if (found.length > 0) {
    throw new Error(`${formula}: ${found.map(({ code }) => code).join("; ")}`);
  }
  return lower(checked.root);
}
