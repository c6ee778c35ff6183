import { EXAMPLE_RECORD } from "../../../grammar/tools/analyse.ts";
import { EXAMPLE_FIELDS } from "../../../src/language/functions/example-row.ts";
import type { FieldDeclaration } from "../../../src/language/schema/index.ts";

/** The fields that examples read, as declarations of a schema. */
export const EXAMPLE_DECLARATIONS: Readonly<Record<string, FieldDeclaration>> = Object.fromEntries(
  EXAMPLE_FIELDS.map(({ name, type, role }) => [
    name,
    role === "key" ? { type, key: true } : role === undefined ? type : { type, role },
  ]),
);

/** The record for the examples. */
export const EXAMPLE_ROW: unknown = EXAMPLE_RECORD;
