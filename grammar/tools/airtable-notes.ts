import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";
import { anchor, code } from "./markdown.ts";

/** How each function differs from Airtable's, as its definition says. */
export function airtableNotes(): string {
  return DOCUMENTED_FUNCTIONS.flatMap(({ definition: { name }, documentation: { airtable } }) =>
    airtable === undefined ? [] : [`- [${code(name)}](functions.md#${anchor(name)}): ${airtable}`],
  ).join("\n");
}
