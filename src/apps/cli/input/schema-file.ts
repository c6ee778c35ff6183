import { readFile } from "node:fs/promises";
import { readSchema } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { CliFailure } from "../cli-failure.ts";

/** The option of commands that take a schema. */
export const SCHEMA_OPTION = {
  type: "text",
  value: "file",
  isFile: true,
  description: 'The fields and their types: a JSON file such as `{"fields":{"price":"number"}}`.',
} as const;

/**
 * The schema in a file.
 *
 * @throws {@link Failure} that names every problem.
 */
export async function readSchemaFile(path: string): Promise<Schema> {
  const text = await readFile(path, "utf8");
  const result = readSchema(parseJson(text, path));
  if (result.ok) return result.schema;
  throw new CliFailure("data", `${path} is not a schema: ${result.problems.join("; ")}`);
}

/**
 * Reads the JSON of a file or an option.
 *
 * @throws {@link Failure} if it is not JSON.
 */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new CliFailure("data", `${name} is not JSON: ${reason}`);
  }
}
