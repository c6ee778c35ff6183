import { CliFailure } from "../cli-failure.ts";
import type { Host } from "../terminal/host.ts";
import { parseJson } from "./schema-file.ts";
import { readStandardInput } from "./standard-input.ts";

export const RECORD_OPTION = {
  type: "text",
  value: "json",
  description: 'A record, such as `{"price":43990}`; `-` reads it from the standard input.',
} as const;

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Parses one record from JSON.
 *
 * @throws {@link Failure} if it is not an object
 */
export async function readRecord(host: Host, given: string): Promise<object> {
  const text = given === "-" ? await readStandardInput(host, MOST_BYTES) : given;
  const record = parseJson(text, "the record");
  if (typeof record === "object" && record !== null && !Array.isArray(record)) return record;
  throw new CliFailure("data", "the record is not a JSON object");
}
