import { makeBatches } from "../../../backends/columns/arrow/to-table.ts";
import { ColumnsError } from "../../../backends/columns/columns-error.ts";
import { type Arrow, arrowPackage } from "../files/read-arrow.ts";
import { ArrowChunks, type ArrowForm } from "../files/write-arrow.ts";
import type { TimeSlice } from "../time-slice.ts";
import type { MemoryTable } from "./memory-table.ts";

/** Rows in a batch, of which a reader holds one at a time. A multiple of the block size. */
const BATCH = 1 << 18;

/**
 * A table as an Arrow file or stream, chunk by chunk, in the order of the key. Repeating texts become a dictionary, so
 * that opening the file does not decode each of them.
 */
export async function* arrowOfTable(
  table: MemoryTable,
  form: ArrowForm,
  slice: TimeSlice,
): AsyncGenerator<Uint8Array> {
  const arrow: Arrow = await arrowPackage();
  const fields = Array.from(table.schema.stored.values(), (field) => {
    const column = table.rows.column(field.name);
    if (column === undefined) throw new ColumnsError(`there is no ${field.name}`);
    return { field, column, isMissing: table.blanks.get(field.name)?.has };
  });
  const { length } = table.rows;
  const { schema, batches } = makeBatches(arrow, { fields, length, batchRows: BATCH });
  const chunks = new ArrowChunks(arrow, form, schema);
  for (const batch of batches) {
    if (batch.numRows > 0) chunks.write(batch);
    yield* chunks.each();
    if (slice.shouldYield()) await slice.yield();
  }
  chunks.end();
  yield* chunks.each();
}
