import { stat } from "node:fs/promises";
import { readColumns } from "../../data/stores/files/read-columns.ts";
import type { Schema } from "../../language/schema/index.ts";
import { columnValues, type ValueProvider } from "../assistance/index.ts";

/** The memory limit for records, which share the machine with an editor. */
const MOST_MEGABYTES = 256;

/**
 * Provides values from the records of a file. The file is read on the first request. Reading continues if that request
 * is cancelled, since the next keystroke needs the values again. A file that cannot be read is tried again.
 *
 * @param tell called after each attempt, with the problem or without arguments
 */
export function recordValues(
  path: string,
  schema: Schema,
  tell: (problem?: string) => void,
  signal: AbortSignal,
): ValueProvider {
  let reading: Promise<ValueProvider> | undefined;
  const read = async (): Promise<ValueProvider> => {
    try {
      const { size } = await stat(path);
      if (size > MOST_MEGABYTES * 1_000_000) {
        throw new Error(`${path} has more than ${MOST_MEGABYTES} MB`);
      }
      const values = columnValues(await readColumns(path, { schema, signal }));
      tell();
      return values;
    } catch (error) {
      reading = undefined;
      if (!signal.aborted) tell(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  return async (field, prefix, options) => {
    reading ??= read();
    const values = await reading;
    return values(field, prefix, options);
  };
}
