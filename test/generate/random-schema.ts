import { readSchema, type Schema } from "../../src/language/schema/index.ts";
import { FIELDS } from "./rows.ts";

/** The fields of the generator, with a key and the other roles. */
export const RANDOM_SCHEMA: Schema = (() => {
  const fields = FIELDS.map(({ name, type }) => [name, { type, ...roleOf(name) }] as const);
  const read = readSchema({
    fields: { key: { type: "number", key: true }, ...Object.fromEntries(fields) },
  });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
})();

function roleOf(name: string): { readonly role?: "created" | "modified" } {
  return name === "d" ? { role: "created" } : name === "e" ? { role: "modified" } : {};
}
