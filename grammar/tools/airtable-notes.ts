import { FUNCTIONS } from "../../src/functions/registry.ts";
import { anchor, code } from "./markdown.ts";

/** How each function differs from Airtable's, as its definition says. */
export function airtableNotes(): string {
  return FUNCTIONS.flatMap(({ name, airtable }) =>
    airtable === undefined ? [] : [`- [${code(name)}](functions.md#${anchor(name)}): ${airtable}`],
  ).join("\n");
}
