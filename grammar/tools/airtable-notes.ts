import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";
import { anchor, code } from "./markdown.ts";

/** The differences of each function from Airtable's, from its definition. */
export function airtableNotes(): string {
  return DOCUMENTED_FUNCTIONS.flatMap(({ definition: { name }, documentation: { airtable } }) =>
    airtable === undefined ? [] : [`- [${code(name)}](functions.md#${anchor(name)}): ${airtable}`],
  ).join("\n");
}
