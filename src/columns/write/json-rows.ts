import { type Allocate, ByteSink } from "./byte-sink.ts";
import { type WriteField, type WrittenField, writeField } from "./json-field.ts";
import { propertyOrder } from "./property-order.ts";

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const NEW_LINE = 0x0a;

/** One array, or each object in a line of its own. */
export type JsonFormat = "json" | "ndjson";

/** So many bytes are handed over at once, or little more, */
const ENOUGH = 65_536;
/** which have room for a last row. */
const ROOM = ENOUGH + 8_192;
const FIRST_ROOM = 4_096;

/** Writes rows as JSON: the bytes that `JSON.stringify` gives of their records, without the records. */
export class JsonRows {
  readonly #fields: readonly WriteField[];
  readonly #isList: boolean;
  readonly #allocate: Allocate | undefined;
  #sink: ByteSink;
  #at = 0;
  #isFirst = true;

  constructor(fields: readonly WrittenField[], format: JsonFormat, allocate?: Allocate) {
    this.#allocate = allocate;
    this.#sink = new ByteSink(FIRST_ROOM, allocate);
    const byName = new Map(fields.map((field) => [field.name, field]));
    this.#fields = propertyOrder([...byName.keys()]).flatMap((name) => {
      const field = byName.get(name);
      return field === undefined ? [] : [writeField(field)];
    });
    this.#isList = format === "json";
  }

  /** Whether it is time to take what is written. */
  get isEnough(): boolean {
    return this.#at >= ENOUGH;
  }

  /** Writes rows from a place of a list on, until these are enough bytes; answers the place of the first that is not written. */
  write(rows: Uint32Array, from: number): number {
    const fields = this.#fields;
    const sink = this.#sink;
    const isList = this.#isList;
    let index = from;
    let at = this.#at;
    for (; index < rows.length && at < ENOUGH; index++) {
      const row = rows[index] as number;
      sink.room(at, 2);
      if (isList) sink.bytes[at++] = this.#isFirst ? OPEN_LIST : COMMA;
      this.#isFirst = false;
      sink.bytes[at++] = OPEN;
      for (const write of fields) at = write(row, sink, at);
      // Each field has left a comma behind it.
      if (fields.length > 0) at--;
      sink.room(at, 2);
      sink.bytes[at++] = CLOSE;
      if (!isList) sink.bytes[at++] = NEW_LINE;
    }
    this.#at = at;
    return index;
  }

  /** Writes what stands behind the last row: without it, an array is not whole. */
  end(): void {
    if (!this.#isList) return;
    this.#sink.room(this.#at, 2);
    const { bytes } = this.#sink;
    if (this.#isFirst) bytes[this.#at++] = OPEN_LIST;
    bytes[this.#at++] = CLOSE_LIST;
  }

  /** Hands over what is written. */
  take(): Uint8Array {
    const bytes = this.#sink.bytes.subarray(0, this.#at);
    this.#sink = new ByteSink(ROOM, this.#allocate);
    this.#at = 0;
    return bytes;
  }
}
