import { EXAMPLE_FIELDS, EXAMPLE_NOW } from "../../src/language/functions/example-row.ts";
import { dateText } from "../../src/language/values/date/index.ts";
import { code, paragraphs, table } from "./markdown.ts";
import { showOutcome } from "./shown-value.ts";

const ROLES = {
  key: "the key",
  created: "when the record was created",
  modified: "when it was last changed",
} as const;

/** The example record as a table. */
export function exampleRecord(): string {
  const rows = EXAMPLE_FIELDS.map(({ name, type, value, role }) => [
    code(`{${name}}`),
    role === undefined ? type : `${type}; ${ROLES[role]}`,
    showOutcome(type, value),
  ]);
  return paragraphs(
    table(["field", "type", "holds"], rows),
    `\`NOW()\` is ${code(dateText(EXAMPLE_NOW))}.`,
  );
}
