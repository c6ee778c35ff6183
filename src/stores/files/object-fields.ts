import type { Schema } from "../../schema/index.ts";
import type { ColumnBatch } from "./convert-columns.ts";
import { JsonScanner } from "./json-scanner.ts";
import type { JsonParser, JsonTexts } from "./json-texts.ts";
import { PropertyReader } from "./read-properties.ts";
import type { StoreValue } from "./record-shape.ts";
import { SchemaMismatch } from "./schema-mismatch.ts";

/** Reads the values of a schema's fields out of JSON objects: most are scanned, and some parsed. */
export class ObjectFields {
  readonly #scanner: JsonScanner;
  readonly #parser: JsonParser;
  readonly #reader: PropertyReader;
  readonly #width: number;

  constructor(schema: Schema, parser: JsonParser) {
    this.#scanner = new JsonScanner(schema);
    this.#parser = parser;
    this.#reader = new PropertyReader(schema);
    this.#width = schema.fields.size;
  }

  /** @throws {@link SchemaMismatch} with its place; a `StoreError` for what is no JSON. */
  read(texts: JsonTexts): ColumnBatch {
    const { cutter, starts, ends, places } = texts;
    const columns = Array.from({ length: this.#width }, (): StoreValue[] => []);
    for (let row = 0; row < places.length; row++) {
      const start = starts[row] ?? 0;
      const end = ends[row] ?? 0;
      if (this.#scanner.read(cutter, start, end, columns, row)) continue;
      this.#parse(texts, row, columns);
    }
    return { columns, places };
  }

  #parse(texts: JsonTexts, row: number, columns: readonly StoreValue[][]): void {
    const raw = this.#parser.parse(texts, row);
    const values: StoreValue[] = [];
    try {
      this.#reader.read(raw, values);
    } catch (error) {
      throw error instanceof SchemaMismatch
        ? new SchemaMismatch(error.message, texts.places[row])
        : error;
    }
    for (const [index, column] of columns.entries()) column[row] = values[index] ?? null;
  }
}
