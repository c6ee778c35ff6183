import type { SchemaElement } from "hyparquet";
import type { Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { StoreRecord } from "../store.ts";
import type { StoreValue } from "./record-shape.ts";
import type { WrittenBytes } from "./written-bytes.ts";

/** Records in a row group, which is buffered until it is written. */
const GROUP = 20_000;

/** Begins a Parquet file with these fields as columns. */
export async function writeParquet(fields: readonly Field[]): Promise<WrittenBytes> {
  const [{ ParquetWriter }, { ByteWriter }] = await Promise.all([
    import("hyparquet-writer/src/parquet-writer.js"),
    import("hyparquet-writer/src/bytewriter.js"),
  ]);
  const bytes = new ByteWriter();
  bytes.appendUint32(MAGIC);
  const children = fields.flatMap(({ name, type }) => ELEMENTS[type](name));
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "schema", num_children: fields.length }, ...children],
    // Statistics truncate long strings, and readers interpret that differently.
    statistics: false,
  });
  let held: StoreRecord[] = [];
  const group = (): void => {
    const columnData = fields.map(({ name }) => ({
      name,
      data: held.map((one) => stored(one[name])),
    }));
    writer.write({ columnData, rowGroupSize: GROUP });
    held = [];
  };
  /** The writer's offsets count from the beginning of the file. */
  const taken = (): Uint8Array => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    return chunk;
  };
  return {
    add: (records) => {
      for (const record of records) {
        held.push(record);
        if (held.length === GROUP) group();
      }
      return taken();
    },
    end: () => {
      if (held.length > 0) group();
      writer.finish();
      return taken();
    },
  };
}

/** `PAR1`, the first and last bytes of a file. */
const MAGIC = 0x31524150;

/** A blank becomes NULL, but an empty text does not. */
function stored(value: StoreValue | undefined): unknown {
  return value ?? null;
}

const ELEMENTS: Readonly<Record<ValueType, (name: string) => readonly SchemaElement[]>> = {
  text: (name) => [textElement(name, "OPTIONAL")],
  number: (name) => [{ name, type: "DOUBLE", repetition_type: "OPTIONAL" }],
  boolean: (name) => [{ name, type: "BOOLEAN", repetition_type: "OPTIONAL" }],
  date: (name) => [
    {
      name,
      type: "INT64",
      converted_type: "TIMESTAMP_MILLIS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      repetition_type: "OPTIONAL",
    },
  ],
  list: (name) => [
    {
      name,
      converted_type: "LIST",
      logical_type: { type: "LIST" },
      repetition_type: "OPTIONAL",
      num_children: 1,
    },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    textElement("element", "REQUIRED"),
  ],
};

function textElement(name: string, repetition: "OPTIONAL" | "REQUIRED"): SchemaElement {
  return {
    name,
    type: "BYTE_ARRAY",
    converted_type: "UTF8",
    logical_type: { type: "STRING" },
    repetition_type: repetition,
  };
}
