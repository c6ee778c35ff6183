import { SQL_DIALECTS } from "../../src/backends/sql/standard-dialects.ts";
import { code, table } from "./markdown.ts";

/** The types of each engine, with the matching types of fields. */
export function nativeTypeTables(): string {
  return SQL_DIALECTS.flatMap(({ title, definition: { types } }) => {
    if (types === undefined) return [];
    const rows = types.map(({ names, fields, note = "", instead }) => {
      const known = Object.keys(fields);
      const field = known.length === 0 ? "none" : known.join(", or ");
      return [
        names.map(code).join(", "),
        field,
        instead === undefined ? note : `${note}: ${instead}`,
      ];
    });
    return [`### ${title}\n\n${table(["type", "field", ""], rows)}`];
  }).join("\n\n");
}
