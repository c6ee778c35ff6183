import { toQuery } from "../../../backends/sql/query/sql-query.ts";
import type { SqlValue } from "../../../backends/sql/sql-fragment.ts";
import { DIALECT_NAMES, DIALECTS } from "../../../backends/sql/standard-dialects.ts";
import { schemaWithKey } from "../../../data/stores/files/file-schema.ts";
import type { Formula } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { compileFormula, TIME_ZONE_OPTION } from "../input/compile-formula.ts";
import { FIELDS_OPTION, fieldNames, SORT_OPTION, sortKeys } from "../input/field-options.ts";
import { formulaAndFiles } from "../input/formula-and-files.ts";
import { openRecords } from "../input/measured-records.ts";
import { PARAM_OPTION } from "../input/read-parameters.ts";
import {
  FORM_OPTIONS,
  misplacedForm,
  RECORDS_OPTIONS,
  type RecordsOptions,
} from "../input/record-file.ts";
import { readSchemaFile, SCHEMA_OPTION } from "../input/schema-file.ts";
import { readFormula } from "../input/standard-input.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** SQL, and the residual that the database cannot decide. */
interface SqlOutput {
  readonly text: string;
  readonly params: readonly SqlValue[];
  readonly residual:
    | { readonly fields: readonly string[]; readonly reasons: readonly string[] }
    | undefined;
}

export const sql = defineCommand({
  name: "sql",
  summary: "Writes a formula as the condition of a WHERE, or as a whole query, for a database.",
  details: [
    "Values are parameters, which are listed below the SQL. If the database cannot decide a part of the formula exactly, this part is named too. The SQL then returns a few records too many, and the rest is decided in memory.",
  ],
  operands: {
    formula: { description: "The formula; `-` reads it from the standard input." },
    files: {
      optional: true,
      isFile: true,
      repeats: true,
      description:
        "Files of records, whose fields are the schema, in place of `--schema`; `-` reads the standard input.",
    },
  },
  options: {
    dialect: {
      type: "text",
      value: "name",
      choices: DIALECT_NAMES,
      description: "The database. This option is required.",
    },
    schema: {
      ...SCHEMA_OPTION,
      description: `${SCHEMA_OPTION.description} It is required unless there is a file of records.`,
    },
    key: {
      ...RECORDS_OPTIONS.key,
      description: "The field that identifies a record, if the schema does not name it.",
    },
    ...FORM_OPTIONS,
    table: {
      type: "text",
      value: "name",
      description:
        "The table; `schema.table` for one in a schema. Columns are then written with the name of the table.",
    },
    query: {
      type: "flag",
      description:
        "Writes a whole SELECT, in a total order. It needs a table, and a schema with a key.",
    },
    param: PARAM_OPTION,
    "time-zone": TIME_ZONE_OPTION,
    fields: FIELDS_OPTION,
    sort: SORT_OPTION,
    limit: {
      type: "number",
      value: "count",
      least: 0,
      description: "The greatest number of records, with `--query`.",
    },
    json: JSON_OPTION,
  },
  examples: [
    {
      command: `isoform sql 'AND({country} = "Italy", {price} < 50000)' --dialect postgres --schema cars.schema.json`,
      explanation: "Writes the condition and its parameters.",
    },
    {
      command:
        "isoform sql '{price} < 50000' --dialect sqlite --schema cars.schema.json --query --table cars --sort price --limit 10",
      explanation: "Writes a whole query.",
    },
    {
      command: "isoform sql '{price} < 50000' cars.ndjson --dialect duckdb",
      explanation: "Takes the fields and their types from a file of records.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { dialect: name, json } = options;
    const { formula: given, files } = formulaAndFiles(operands);
    if (name === undefined)
      throw new CliFailure("usage", `--dialect is missing: one of ${DIALECT_NAMES.join(", ")}`);
    const schema = await schemaOf(files, options, terminal);
    const source = await readFormula(terminal.host, given);
    const table = options.table?.split(".");
    const fields = fieldNames(schema, options.fields);
    const sort = sortKeys(schema, options.sort);
    const { limit } = options;
    const isWhole = options.query;
    if (!isWhole && (fields !== undefined || sort.length > 0 || limit !== undefined)) {
      throw new CliFailure(
        "usage",
        "--fields, --sort and --limit are parts of a whole query: add --query",
      );
    }
    const formula = compileFormula(source, schema, terminal, options);
    const answer = isWhole ? wholeQuery() : condition(formula);
    if (json) {
      const { text, params, residual } = answer;
      const kind = isWhole ? "text" : residual === undefined ? "where" : "prefilter";
      const result = { [kind]: text, params, residual: residual ?? null };
      await terminal.printJson({ ok: true, result, diagnostics: formula.warnings });
    } else {
      await terminal.print(shown(answer));
    }
    return EXIT_CODES.ok.code;

    function condition(filter: Formula): SqlOutput {
      const { where, prefilter, params, residual } = filter.toSql(
        DIALECTS[name ?? "sqlite"],
        defined({ table }),
      );
      return { text: where ?? prefilter, params, residual: partsOf(residual) };
    }

    function wholeQuery(): SqlOutput {
      if (table === undefined) throw new CliFailure("usage", "--query needs a --table");
      if (schema.key === undefined) {
        throw new CliFailure(
          "data",
          "a whole query needs a key field, since the key decides its order: name it with --key",
        );
      }
      const query = toQuery(DIALECTS[name ?? "sqlite"], {
        schema,
        table,
        filter: formula,
        sort,
        ...defined({ fields, limit }),
      });
      return { text: query.text, params: query.params, residual: partsOf(query.residual) };
    }
  },
});

/** The schema of a file, or of the records of files. */
async function schemaOf(
  files: readonly string[],
  options: RecordsOptions,
  terminal: Terminal,
): Promise<Schema> {
  if (files.length > 0) {
    const { file } = await openRecords(files, options, terminal);
    await file.close();
    return file.schema;
  }
  const { schema: path, key } = options;
  if (path === undefined) {
    throw new CliFailure(
      "usage",
      "--schema is missing: the SQL depends on the types of the fields; a file of records has them too",
    );
  }
  const misplaced = misplacedForm(options);
  if (misplaced !== undefined) {
    throw new CliFailure("usage", `--${misplaced} is for a file of records: name one`);
  }
  return schemaWithKey(await readSchemaFile(path), key, true);
}

function partsOf(residual: SqlOutput["residual"]): SqlOutput["residual"] {
  return residual === undefined
    ? undefined
    : { fields: residual.fields, reasons: residual.reasons };
}

function shown({ text, params, residual }: SqlOutput): string {
  const parts = [text];
  if (params.length > 0) {
    parts.push(
      [
        "parameters:",
        ...params.map((value, index) => `  ${index + 1}  ${JSON.stringify(value)}`),
      ].join("\n"),
    );
  }
  if (residual !== undefined) {
    const fields = residual.fields.length === 0 ? "" : ` from ${residual.fields.join(", ")}`;
    parts.push(
      [
        `decided in memory${fields}, because:`,
        ...residual.reasons.map((reason) => `  ${reason}`),
      ].join("\n"),
    );
  }
  return parts.join("\n\n");
}
