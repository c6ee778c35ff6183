import { readFile } from "node:fs/promises";
import { type SchemaFromResult, schemaFrom } from "../../../data/adapters/schemas/schema-from.ts";
import { SchemaError } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { CliFailure } from "../cli-failure.ts";
import type { Host } from "../terminal/host.ts";
import { parseJson } from "./schema-file.ts";
import { readStandardInput } from "./standard-input.ts";

/** The documents of large APIs have some ten megabytes. */
const MOST_BYTES = 64 * 1024 * 1024;

const RECORDS_ADVICE = "`isoform schema infer` takes the schema from records";

/**
 * The schema that a file of JSON describes; `-` is the standard input.
 *
 * @throws {@link CliFailure} if it describes none
 */
export async function describedSchema(
  source: string,
  { table, key }: { readonly table: string | undefined; readonly key: string | undefined },
  host: Host,
): Promise<SchemaFromResult> {
  if (source === "-" && host.stdin.isTTY === true) {
    throw new CliFailure(
      "usage",
      "the standard input is a terminal: redirect a file of JSON to it",
    );
  }
  const text =
    source === "-" ? await readStandardInput(host, MOST_BYTES) : await readFile(source, "utf8");
  const description = parseDescription(text.replace(/^\uFEFF/, ""), titleOf(source));
  try {
    return schemaFrom(description, defined({ table, key }));
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const help = Array.isArray(description) ? { help: RECORDS_ADVICE } : {};
    throw new CliFailure("data", `${titleOf(source)}: ${error.message}`, { cause: error, ...help });
  }
}

/** How messages name the source. */
export function titleOf(source: string): string {
  return source === "-" ? "the standard input" : source;
}

function parseDescription(text: string, source: string): unknown {
  try {
    return parseJson(text, source);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    const isYaml = /\.ya?ml$/i.test(source);
    const help = isYaml ? "convert YAML to JSON first" : RECORDS_ADVICE;
    throw new CliFailure(error.kind, error.message, { help, cause: error });
  }
}
