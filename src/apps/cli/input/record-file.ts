import { requireCsvForm } from "../../../data/stores/files/csv-dialect.ts";
import { FILE_FORMATS, type FileFormat } from "../../../data/stores/files/file-format.ts";
import type { FileForm, ReadOptions } from "../../../data/stores/files/read-file.ts";
import { ENCODINGS, type TextEncoding } from "../../../data/stores/files/text-encoding.ts";
import { TextForms } from "../../../data/stores/files/text-forms.ts";
import { defined } from "../../../util/defined.ts";
import { CliFailure } from "../cli-failure.ts";
import { readSchemaFile, SCHEMA_OPTION } from "./schema-file.ts";

/** Options for the form of files. */
export const FORM_OPTIONS = {
  "input-format": {
    type: "text",
    value: "name",
    choices: FILE_FORMATS,
    description:
      "The format of the records. By default, the name of the file decides. Of the standard input, the beginning decides: `json` begins with `[`, `ndjson` with `{`, and anything else is `csv`.",
  },
  encoding: {
    type: "text",
    value: "name",
    choices: ENCODINGS,
    description:
      "The encoding of a text file. By default, its first bytes decide, or else it is `utf-8`.",
  },
  delimiter: {
    type: "text",
    value: "character",
    description:
      "The character between the values of CSV. By default, the first lines decide between a comma, `;`, a tab and `|`. Write `tab` for a tab.",
  },
  decimal: {
    type: "text",
    value: "point",
    choices: [".", ","],
    description:
      "The decimal point of numbers in CSV. If it is given, the numbers may have a separator of thousands: the other one of the two, a space or an apostrophe.",
  },
  "date-format": {
    type: "text",
    value: "format",
    repeats: true,
    description:
      "A further format of dates beside ISO 8601, such as `DD.MM.YYYY`, with the units of `DATETIME_PARSE`.",
  },
  comment: {
    type: "text",
    value: "text",
    description: "Lines of CSV that begin with this text, such as `#`, are skipped.",
  },
  "no-header": {
    type: "flag",
    description:
      "The first line of CSV is a record and not a header. The columns are called `column1`, `column2` and so on.",
  },
  ragged: {
    type: "flag",
    description:
      "Records of CSV may have too few values, which are then blank, or too many, which are dropped. Otherwise that is an error.",
  },
} as const;

/** The option for the form of files that is given, for commands that may read none. */
export function misplacedForm(
  options: Readonly<Partial<Record<keyof typeof FORM_OPTIONS, unknown>>>,
): string | undefined {
  return Object.keys(FORM_OPTIONS).find((name) => {
    const value = options[name as keyof typeof FORM_OPTIONS];
    return isGiven(value);
  });
}

/** Whether an option is given. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Options of commands that read records. */
export const RECORDS_OPTIONS = {
  schema: {
    ...SCHEMA_OPTION,
    description: `${SCHEMA_OPTION.description} By default, the types are inferred from the first 10,000 records, or 16 MB of them.`,
  },
  key: {
    type: "text",
    value: "name",
    description: "The field that identifies a record, if the schema does not name it.",
  },
  ...FORM_OPTIONS,
} as const;

export interface RecordsOptions {
  readonly schema: string | undefined;
  readonly key: string | undefined;
  readonly "input-format": FileFormat | undefined;
  readonly encoding: TextEncoding | undefined;
  readonly delimiter: string | undefined;
  readonly decimal: "." | "," | undefined;
  readonly "date-format": readonly string[];
  readonly comment: string | undefined;
  readonly "no-header": boolean;
  readonly ragged: boolean;
}

export const RECORDS_DESCRIPTION =
  "Files of records (`.ndjson`, `.json`, `.csv`, `.tsv`, each also with `.gz` or `.zst`, `.parquet`, or Arrow: `.arrow`, `.arrows`, `.feather`); `-` reads the standard input. Several files, or a pattern such as `cars-*.csv`, are read as one table.";

/** Converts command-line options to those of `readRecords`. */
export async function readOptions(options: RecordsOptions): Promise<ReadOptions> {
  const { schema, key } = options;
  return {
    ...formOf(options),
    ...defined({ schema: schema === undefined ? undefined : await readSchemaFile(schema), key }),
  };
}

/**
 * The form of files by command-line options.
 *
 * @throws {@link Failure} for an invalid form
 */
export function formOf(options: Omit<RecordsOptions, "schema" | "key">): FileForm {
  const { "input-format": format, encoding, delimiter, decimal, comment, ragged } = options;
  const dateFormats = options["date-format"];
  const form: FileForm = defined({
    header: options["no-header"] ? false : undefined,
    ragged: ragged ? true : undefined,
    dateFormats: dateFormats.length === 0 ? undefined : dateFormats,
    format,
    encoding,
    delimiter: delimiter === "tab" ? "\t" : delimiter,
    decimal,
    comment,
  });
  try {
    requireCsvForm(form);
    new TextForms(form);
  } catch (error) {
    if (error instanceof TypeError) throw new CliFailure("usage", error.message);
    throw error;
  }
  return form;
}
