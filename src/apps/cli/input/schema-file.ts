import { readFile } from "node:fs/promises";
import { readSchema } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { visibleText } from "../../../language/source/visible-text.ts";
import { CliFailure } from "../cli-failure.ts";

export const SCHEMA_OPTION = {
  type: "text",
  value: "file",
  isFile: true,
  description: 'The fields and their types: a JSON file such as `{"fields":{"price":"number"}}`.',
} as const;

/**
 * Reads a schema from a file.
 *
 * @throws {@link Failure} with all problems
 */
export async function readSchemaFile(path: string): Promise<Schema> {
  const text = await readFile(path, "utf8");
  const json = parseJson(text, path);
  const result = readSchema(json);
  if (result.ok) return result.schema;
  const isOther = typeof json === "object" && json !== null && !("fields" in json);
  const help = isOther
    ? {
        help: "`isoform schema from` writes one from a JSON Schema, a document of OpenAPI or Airtable's metadata",
      }
    : {};
  const problems = result.problems.map(({ message }) => message).join("; ");
  throw new CliFailure("data", `${path} is not a schema: ${problems}`, help);
}

/**
 * Parses the JSON of a file or an option.
 *
 * @throws {@link Failure} for invalid JSON
 */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new CliFailure("data", `${name} is not JSON: ${visibleText(reason)}`);
  }
}
