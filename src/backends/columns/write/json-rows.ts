/* Writes rows as JSON, directly from columns to bytes. */

import { type Allocate, ByteSink } from "./byte-sink.ts";
import { type WriteField, type WrittenField, writeField } from "./json-field.ts";
import { propertyOrder } from "./property-order.ts";

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const NEW_LINE = 0x0a;

/** `json` is one array; `ndjson` has one object per line. */
export type JsonFormat = "json" | "ndjson";

/** The size of a chunk of bytes. */
const CHUNK_BYTES = 65_536;
/** The capacity of the buffer, with room for the last row of a chunk. */
const BUFFER_BYTES = CHUNK_BYTES + 8_192;
const FIRST_BUFFER_BYTES = 4_096;

/** Writes rows as JSON: the same bytes that `JSON.stringify` would return for their records. */
export class JsonRows {
  readonly #fields: readonly WriteField[];
  readonly #isList: boolean;
  readonly #allocate: Allocate | undefined;
  #sink: ByteSink;
  #at = 0;
  #isFirst = true;

  constructor(fields: readonly WrittenField[], format: JsonFormat, allocate?: Allocate) {
    this.#allocate = allocate;
    this.#sink = new ByteSink(FIRST_BUFFER_BYTES, allocate);
    const byName = new Map(fields.map((field) => [field.name, field]));
    this.#fields = propertyOrder([...byName.keys()]).flatMap((name) => {
      const field = byName.get(name);
      /* v8 ignore next -- the names are those of the fields */
      return field === undefined ? [] : [writeField(field)];
    });
    this.#isList = format === "json";
  }

  /** Whether a chunk is complete. */
  get isEnough(): boolean {
    return this.#at >= CHUNK_BYTES;
  }

  /** Writes rows from index `from` of the list on until the chunk is complete; returns the index of the next row. */
  write(rows: Uint32Array, from: number): number {
    const fields = this.#fields;
    const sink = this.#sink;
    const isList = this.#isList;
    let index = from;
    let at = this.#at;
    for (; index < rows.length && at < CHUNK_BYTES; index++) {
      const row = rows[index] as number;
      sink.room(at, 2);
      if (isList) sink.bytes[at++] = this.#isFirst ? OPEN_LIST : COMMA;
      this.#isFirst = false;
      sink.bytes[at++] = OPEN;
      for (const write of fields) at = write(row, sink, at);
      // Drops the comma after the last field.
      if (fields.length > 0) at--;
      sink.room(at, 2);
      sink.bytes[at++] = CLOSE;
      if (!isList) sink.bytes[at++] = NEW_LINE;
    }
    this.#at = at;
    return index;
  }

  /** Writes the end of the array. */
  end(): void {
    if (!this.#isList) return;
    this.#sink.room(this.#at, 2);
    const { bytes } = this.#sink;
    if (this.#isFirst) bytes[this.#at++] = OPEN_LIST;
    bytes[this.#at++] = CLOSE_LIST;
  }

  /** Returns the bytes that were written since the last call. */
  take(): Uint8Array {
    const bytes = this.#sink.bytes.subarray(0, this.#at);
    this.#sink = new ByteSink(BUFFER_BYTES, this.#allocate);
    this.#at = 0;
    return bytes;
  }
}
