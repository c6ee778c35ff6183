import type { Field } from "../../../language/schema/index.ts";
import { piecesOf } from "./bytes.ts";
import { type ColumnBatch, columnConverter } from "./convert-columns.ts";
import type { CsvForm } from "./csv-dialect.ts";
import type { Division } from "./raw-file.ts";
import { readCsvPart } from "./read-csv.ts";
import { ndjsonTexts } from "./read-ndjson.ts";
import { objectFile } from "./read-objects.ts";
import { type TextEncoding, textPieces } from "./text-encoding.ts";
import { type TextFormOptions, TextForms } from "./text-forms.ts";

export interface PartForm extends CsvForm, TextFormOptions {
  readonly encoding?: TextEncoding;
}

export interface FilePart {
  readonly division: Division;
  /** Whole records. */
  readonly bytes: Uint8Array;
  /** Whether this is the first part of the file. */
  readonly isFirst: boolean;
}

/**
 * The values in a part of a file, as `readValues` returns them for the whole file.
 *
 * @throws if a value does not fit its field; reading the whole file reports the position
 */
export async function* readPart(
  { division, bytes, isFirst }: FilePart,
  fields: readonly Field[],
  form: PartForm,
): AsyncIterable<ColumnBatch> {
  const forms = new TextForms(form);
  const convert = columnConverter(fields, division.kind === "csv", forms);
  const pieces = textPieces(piecesOf(bytes), form.encoding ?? "utf-8");
  const batches =
    division.kind === "csv"
      ? readCsvPart(pieces, division, form, isFirst, fields)
      : objectFile(ndjsonTexts(pieces, ""), "", "line", forms).read(fields);
  for await (const batch of batches) yield convert(batch);
}
