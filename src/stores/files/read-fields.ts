import type { FileHandle } from "node:fs/promises";
import { defineSchema, inferSchema, type Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import type { Bytes } from "./bytes.ts";
import type { RawColumns } from "./convert-columns.ts";
import { type ColumnBatch, ColumnConverter } from "./convert-columns.ts";
import { dataError, type PlaceUnit } from "./data-error.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import { RECORDS_LOOKED_AT, schemaOfCells, schemaWithKey } from "./file-schema.ts";
import { lookAhead } from "./look-ahead.ts";
import { ObjectFields } from "./object-fields.ts";
import { openRaw } from "./open-raw.ts";
import type { RawRecords } from "./raw-records.ts";
import { SchemaMismatch } from "./schema-mismatch.ts";

export interface FieldOptions {
  /** Unless given, the name tells. */
  readonly format?: FileFormat;
  /** Unless given, the first records are looked at. */
  readonly schema?: Schema;
  /** The field that identifies a record, where the schema does not say. */
  readonly key?: string;
  /**
   * Whether each text has memory of its own, for those who keep texts. Others may be parts of one long text, all of which they keep;
   * they are read faster.
   */
  readonly hasOwnTexts?: boolean;
}

/** A file's values, to be read once. */
export interface FieldFile {
  readonly schema: Schema;
  /** What the places of records count. */
  readonly unit: PlaceUnit;
  /** They are of the schema's fields, and fit it. */
  readonly batches: AsyncIterable<ColumnBatch>;
}

/** The values of a file that is open, or of a stream. */
export async function fieldsOf(
  source: FileHandle | Bytes,
  name: string,
  options: FieldOptions,
  signal: AbortSignal,
): Promise<FieldFile> {
  const { format = formatOf(name), hasOwnTexts = false } = options;
  const raw = await openRaw(source, name, format, hasOwnTexts, signal);
  const { schema, batches, wasInferred } = await withSchema(raw, options, name);

  async function* checked(): AsyncIterable<ColumnBatch> {
    try {
      for await (const batch of batches) {
        signal.throwIfAborted();
        yield batch;
      }
    } catch (error) {
      if (!(error instanceof SchemaMismatch)) throw error;
      const problem = error.message + (wasInferred ? INFERRED : "");
      throw dataError(name, [raw.unit, error.place ?? 0], problem);
    }
  }

  return { schema, unit: raw.unit, batches: checked() };
}

const INFERRED = ` (the first ${RECORDS_LOOKED_AT.toLocaleString("en")} records tell the types of the fields, unless a schema does)`;

interface SchemaAndBatches {
  readonly schema: Schema;
  readonly batches: AsyncIterable<ColumnBatch>;
  readonly wasInferred: boolean;
}

async function withSchema(
  raw: RawRecords,
  { schema: given, key }: FieldOptions,
  name: string,
): Promise<SchemaAndBatches> {
  const known = given === undefined ? undefined : schemaWithKey(given, key, true);
  const wasInferred = known === undefined && raw.kind !== "columns";
  switch (raw.kind) {
    case "objects": {
      let { texts } = raw;
      let schema = known;
      if (schema === undefined) {
        const rows: unknown[] = [];
        texts = await lookAhead(texts, RECORDS_LOOKED_AT, (batch) => {
          for (const row of raw.parser.parseAll(batch)) rows.push(row);
        });
        schema = schemaWithKey(inferSchema(rows), key, false);
      }
      const objects = new ObjectFields(schema, raw.parser);
      return { schema, wasInferred, batches: mapped(texts, (batch) => objects.read(batch)) };
    }
    case "texts": {
      const { header } = raw;
      if (known !== undefined) {
        needColumns(header, known, name);
        const converter = new ColumnConverter(known.fields.values(), header, true);
        const batches = mapped(raw.read(known.fields.keys()), (batch) => converter.convert(batch));
        return { schema: known, wasInferred, batches };
      }
      const seen: RawColumns[] = [];
      const cells = await lookAhead(raw.read(header), RECORDS_LOOKED_AT, (batch) => {
        seen.push(batch);
      });
      const schema = schemaWithKey(schemaOfCells(header, seen), key, false);
      const converter = new ColumnConverter(schema.fields.values(), header, true);
      return { schema, wasInferred, batches: mapped(cells, (batch) => converter.convert(batch)) };
    }
    case "columns": {
      const schema = known ?? schemaWithKey(defineSchema(raw.fields), key, true);
      needColumns(Object.keys(raw.fields), schema, name);
      const names = [...schema.fields.keys()];
      const converter = new ColumnConverter(schema.fields.values(), names, false);
      const batches = mapped(raw.read(names), (batch) => converter.convert(batch));
      return { schema, wasInferred, batches };
    }
  }
}

async function* mapped<From, To>(
  batches: AsyncIterable<From>,
  map: (batch: From) => To,
): AsyncIterable<To> {
  for await (const batch of batches) yield map(batch);
}

/** A field that is misspelt must not read as one that is blank everywhere. */
function needColumns(names: readonly string[], schema: Schema, name: string): void {
  const columns = new Set(names);
  const missing = [...schema.fields.keys()].filter((field) => !columns.has(field));
  if (missing.length === 0) return;
  throw dataError(name, undefined, `there is no column for ${missing.map(quote).join(", ")}`);
}
