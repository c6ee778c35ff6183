import type { DataType, RecordBatch, RecordBatchWriter, Schema, Vector } from "apache-arrow";
import { KEY_NAME } from "../../../backends/arrow-layout/arrow-data.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { StoreRecord } from "../store.ts";
import { ByteSum } from "./byte-sum.ts";
import { type Arrow, arrowPackage } from "./read-arrow.ts";
import type { StoreValue } from "./record-shape.ts";
import type { WrittenBytes } from "./written-bytes.ts";

/** Records in a batch, which is buffered until it is written. */
const BATCH = 16_384;

/** The forms of Arrow: a file allows random access; a stream can be read while it is written. */
export type ArrowForm = "file" | "stream";

/** Begins an Arrow file or stream with these fields as columns. */
export async function writeArrow(fields: readonly Field[], form: ArrowForm): Promise<WrittenBytes> {
  const arrow = await arrowPackage();
  const types = fields.map(({ type }) => typeOf(arrow, type));
  const schema = new arrow.Schema(
    fields.map(({ name }, index) => new arrow.Field(name, types[index] as DataType, true)),
    keyNote(fields),
  );
  const chunks = new ArrowChunks(arrow, form, schema);
  let held: StoreRecord[] = [];
  const write = (): void => {
    const children = fields.map(({ name, type }, index) => {
      const values = held.map((record) => storedValue(type, record[name]));
      return dataOf(arrow.vectorFromArray(values, types[index] as DataType));
    });
    const struct = new arrow.Struct(schema.fields);
    const data = arrow.makeData({ type: struct, length: held.length, nullCount: 0, children });
    chunks.write(new arrow.RecordBatch(schema, data));
    held = [];
  };
  return {
    add: (records) => {
      for (const record of records) {
        held.push(record);
        if (held.length === BATCH) write();
      }
      return chunks.take();
    },
    end: () => {
      if (held.length > 0) write();
      chunks.end();
      return chunks.take();
    },
  };
}

/** The metadata that names the key. */
function keyNote(fields: readonly Field[]): Map<string, string> {
  const key = fields.find(({ role }) => role === "key");
  return new Map(key === undefined ? [] : [[KEY_NAME, key.name]]);
}

function typeOf(arrow: Arrow, type: Field["type"]): DataType {
  switch (type) {
    case "text":
      return new arrow.Utf8();
    case "number":
      return new arrow.Float64();
    case "boolean":
      return new arrow.Bool();
    case "date":
      return new arrow.TimestampMillisecond("UTC");
    case "list":
      return new arrow.List(new arrow.Field("item", new arrow.Utf8(), false));
  }
}

/** A blank becomes NULL, but an empty text does not. */
function storedValue(type: Field["type"], value: StoreValue | undefined): unknown {
  if (value === undefined || value === null) return null;
  return type === "date" && value instanceof Date ? value.getTime() : value;
}

function dataOf(vector: Vector): Vector["data"][number] {
  const [data, ...others] = vector.data;
  if (data === undefined || others.length > 0) throw new Error("a batch is not in one chunk");
  return data;
}

/** The bytes that the package has written. */
export class ArrowChunks {
  readonly #writer: RecordBatchWriter;
  readonly #chunks: Uint8Array[] = [];
  readonly #sum = new ByteSum();
  readonly #isFile: boolean;
  #isOver = false;

  constructor(arrow: Arrow, form: ArrowForm, schema: Schema) {
    this.#isFile = form === "file";
    const chunks = this.#chunks;
    /** The sink of the package, which would buffer the bytes until they are read asynchronously. */
    class Queue extends arrow.AsyncByteQueue {
      override write(bytes: Uint8Array): void {
        chunks.push(bytes);
      }
    }
    const Writer = form === "file" ? arrow.RecordBatchFileWriter : arrow.RecordBatchStreamWriter;
    this.#writer = new Writer({ autoDestroy: false });
    this.#writer.reset(new Queue(), schema);
  }

  write(batch: RecordBatch): void {
    this.#writer.write(batch);
  }

  /** The bytes written since the last call; some of them are views of the batches. */
  each(): readonly Uint8Array[] {
    const chunks = this.#chunks.splice(0);
    if (!this.#isOver) for (const chunk of chunks) this.#sum.add(chunk);
    return chunks;
  }

  /** Like `each`, as one array. */
  take(): Uint8Array {
    return Buffer.concat(this.each());
  }

  /** Writes the end of the file. Its checksum goes before the footer. */
  end(): void {
    const before = this.each();
    this.#writer.finish();
    const end = Buffer.concat(this.#chunks.splice(0));
    const footer = this.#isFile ? footerOf(end) : end.length;
    this.#sum.add(end.subarray(0, footer));
    const note = this.#isFile ? [this.#sum.note()] : [];
    this.#chunks.push(...before, end.subarray(0, footer), ...note, end.subarray(footer));
    this.#isOver = true;
  }
}

/** The length of the footer and the magic bytes. */
const TAIL = 10;

/** The offset of the footer in the last bytes of a file. */
function footerOf(end: Buffer): number {
  return end.length - TAIL - end.readInt32LE(end.length - TAIL);
}
