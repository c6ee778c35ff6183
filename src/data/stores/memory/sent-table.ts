import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import type { SharedColumn } from "../../../backends/columns/shared/shared-column.ts";
import {
  adoptedColumns,
  describedColumns,
} from "../../../backends/columns/shared/shared-columns.ts";
import {
  type AllocateBuffer,
  OWN_MEMORY,
  SHARED_MEMORY,
} from "../../../backends/columns/storage/memory.ts";
import { readSchema } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { UnusualBlanks } from "../fields/unusual-blanks.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import type { ByteSource } from "./byte-source.ts";
import type { FileState } from "./file-state.ts";
import type { LoadedFiles } from "./load-file.ts";

/**
 * The header of loaded files, a line of JSON. The bytes of its arrays follow, in the order of their notes in the
 * header.
 */
interface SentTable {
  /** JSON within JSON, since field names must not be taken for keys of this message. */
  readonly schema: string;
  readonly length: number;
  readonly version: string;
  readonly state: FileState;
  readonly leftOut: readonly LeftOut[];
  readonly longest: readonly (readonly [name: string, units: number])[];
  readonly blanks: readonly (readonly [name: string, bits: Uint32Array | null])[];
  readonly columns: readonly (readonly [name: string, column: SharedColumn])[];
}

const TYPES = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
};

interface ArrayType {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike): ArrayBufferView;
}

/** Stands for an array in the header. */
interface ArrayNote {
  readonly array: keyof typeof TYPES;
  readonly length: number;
}

/** Bytes written at once. */
const CHUNK = 1 << 20;

/** Serializes a table for another process. */
export function* tableBytes({ table, state, leftOut }: LoadedFiles): Generator<Uint8Array> {
  const { rows, schema, version, longest, blanks } = table;
  const message: SentTable = {
    schema: JSON.stringify(schema),
    length: rows.length,
    version,
    state,
    leftOut,
    longest: [...longest],
    blanks: Array.from(blanks, ([name, { bits }]) => [name, bits ?? null]),
    columns: describedColumns(rows),
  };
  const arrays: ArrayBufferView[] = [];
  yield Buffer.from(`${JSON.stringify(message, noteArray(arrays))}\n`);
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let from = 0; from < byteLength; from += CHUNK) {
      yield new Uint8Array(buffer, byteOffset + from, Math.min(CHUNK, byteLength - from));
    }
  }
}

function noteArray(arrays: ArrayBufferView[]): (key: string, value: unknown) => unknown {
  return (_, value) => {
    for (const [name, Type] of Object.entries(TYPES)) {
      if (!(value instanceof Type)) continue;
      arrays.push(value);
      return { array: name, length: value.length };
    }
    return value;
  };
}

/** Options for receiving a table. */
interface Receiving {
  /** The given schema; by default, that of the files. */
  readonly schema: Schema | undefined;
  /** Threads that will search the table, if it is large. */
  readonly pool: ScanPool | undefined;
  readonly slice: TimeSlice;
}

/** Reads a table from a message. */
export async function receivedTable(
  line: string,
  bytes: ByteSource,
  { schema: given, pool, slice }: Receiving,
): Promise<LoadedFiles> {
  const arrays: Uint8Array[] = [];
  const memory = pool === undefined ? OWN_MEMORY : SHARED_MEMORY;
  const sent: SentTable = JSON.parse(line, makeArray(arrays, memory));
  for (const array of arrays) await bytes.fill(array);
  const schema = given ?? schemaOf(sent.schema);
  const { version, state, leftOut, longest } = sent;
  const rows = await paced(adoptedColumns(schema, sent, pool !== undefined), slice);
  const blanks = sent.blanks.map(([field, bits]) => {
    const type = schema.stored.get(field)?.type ?? "text";
    return [field, UnusualBlanks.of(type, bits ?? undefined)] as const;
  });
  const table = {
    schema,
    rows,
    blanks: new Map(blanks),
    longest: new Map(longest),
    version,
    ...(pool !== undefined && pool.threadsFor(sent.length) > 0 && { pool }),
  };
  return { table, state, leftOut };
}

/** A JSON reviver that replaces each note by an array to fill, and collects the arrays in the order of the header. */
function makeArray(
  arrays: Uint8Array[],
  memory: AllocateBuffer,
): (key: string, value: unknown) => unknown {
  return (_, value) => {
    if (!isNote(value)) return value;
    const Type: ArrayType = TYPES[value.array];
    const buffer = memory(value.length * Type.BYTES_PER_ELEMENT);
    arrays.push(new Uint8Array(buffer));
    return new Type(buffer);
  };
}

function isNote(value: unknown): value is ArrayNote {
  return typeof value === "object" && value !== null && "array" in value;
}

/** Parses a serialized schema. */
export function schemaOf(text: string): Schema {
  const read = readSchema(JSON.parse(text));
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
}
