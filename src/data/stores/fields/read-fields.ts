import type { PlainTexts } from "../../../backends/columns/storage/text-store.ts";
import { defineSchema, type Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { allSteps } from "../../../util/steps.ts";
import type { ColumnBatch } from "../files/convert-columns.ts";
import { type FilePart, type PartForm, readPart } from "../files/read-part.ts";
import { FieldColumn, firstBlank, type SentValues } from "./field-column.ts";

export interface WantedField {
  readonly name: string;
  readonly type: ValueType;
  /** The storage of the texts, if they are known not to repeat. */
  readonly plain: PlainTexts | undefined;
}

/** What to read from a part of a file. */
export interface WantedFields {
  readonly fields: readonly WantedField[];
  /** The key field, which is blank in no record. */
  readonly key: string;
  readonly form: PartForm;
}

/** The values of some records, in the form that is sent to another thread. */
export interface SentRecords {
  readonly length: number;
  /** In the order of the fields. */
  readonly fields: readonly SentValues[];
}

/** The most records in one message: the receiver appends a message without yielding. */
const MOST_RECORDS = 16_384;

/**
 * Reads a part of a file for another thread, which appends the records message by message.
 *
 * @throws if a record is invalid
 */
export async function readFields(
  part: FilePart,
  { fields: wanted, key, form }: WantedFields,
): Promise<readonly SentRecords[]> {
  const types = wanted.map(({ name, type }) => [name, type] as const);
  const { stored } = defineSchema(Object.fromEntries(types));
  const fields = wanted.map(({ name }) => stored.get(name) as Field);
  const keyAt = fields.findIndex(({ name }) => name === key);
  const all: SentRecords[] = [];
  let records = new Records(fields, wanted);
  for await (const { columns, places } of readPart(part, fields, form)) {
    if (firstBlank(columns[keyAt] ?? []) !== -1) throw new Error("a key is blank");
    records.add(columns, places.length);
    if (records.length < MOST_RECORDS) continue;
    all.push(records.sent());
    records = new Records(fields, wanted);
  }
  if (records.length > 0) all.push(records.sent());
  return all;
}

/** Records being read, column by column. */
class Records {
  length = 0;
  readonly #columns: readonly FieldColumn[];

  constructor(fields: readonly Field[], wanted: readonly WantedField[]) {
    this.#columns = fields.map((field, index) => new FieldColumn(field, wanted[index]?.plain));
  }

  add(values: ColumnBatch["columns"], length: number): void {
    for (const [index, column] of this.#columns.entries()) column.add(values[index] ?? []);
    this.length += length;
  }

  sent(): SentRecords {
    const fields = this.#columns.map((column) => allSteps(column.sending()));
    return { length: this.length, fields };
  }
}
