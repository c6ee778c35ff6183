import { stat } from "node:fs/promises";
import { readColumns } from "../../data/stores/files/read-columns.ts";
import type { Schema } from "../../language/schema/index.ts";
import { columnValues, type ValueProvider } from "../assistance/index.ts";

/** The records are held in memory, beside an editor. */
const MOST_MEGABYTES = 256;

/**
 * Offers the values that the records of a file have. The file is read when values are first asked for. The reading goes on
 * if they are no longer wanted then, since the next letter asks for them again. A file that cannot be read is tried again.
 *
 * @param tell called after each try: with what is wrong, or with nothing
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
      const values = columnValues(await readColumns(path, { schema }, signal));
      tell();
      return values;
    } catch (error) {
      reading = undefined;
      if (!signal.aborted) tell(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  return async (field, prefix, limit, wanted) => {
    reading ??= read();
    const values = await reading;
    return values(field, prefix, limit, wanted);
  };
}
