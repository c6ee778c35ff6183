import { schemaWithKey } from "../../../data/stores/files/file-schema.ts";
import { isDatabase, openDriver } from "../../../data/stores/open-store.ts";
import { defineSchema } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { describedSchema, titleOf } from "../input/described-schema.ts";
import { describedLines } from "../output/described-lines.ts";

export const schemaFrom = defineCommand({
  name: "schema from",
  summary: "Writes the schema of a database's table, or of what another library describes.",
  details: [
    "A file is JSON: a JSON Schema, such as that of zod, valibot or TypeBox, a document of OpenAPI, or the metadata of Airtable. The result is a schema for `--schema`. Fields that no type has are listed with the reason on the standard error.",
    'For a database, the result is a collection for the configuration of `serve`, to which you add its `source`. `toSql` and `toQuery` take its `columns`. Columns that cannot be fields are listed with the reason on the standard error. An override such as `fields: { id: { type: "text" } }` belongs in the `describe` of a collection without a `schema`.',
  ],
  operands: {
    source: {
      isFile: true,
      description:
        "A file of JSON, or `-` for the standard input; or a database: `postgres://…`, `mariadb://…`, `mysql://…`, `clickhouse://…`, `sqlite:file` or `duckdb:file`.",
    },
  },
  options: {
    table: {
      type: "text",
      value: "name",
      description:
        "The table of a database, `schema.table` for one in a schema; or the schema or table of a file that has several.",
    },
    key: {
      type: "text",
      value: "field",
      description:
        "The field that identifies a record, if the table has no primary key, and for files.",
    },
  },
  examples: [
    {
      command: "isoform schema from postgres://localhost/shop --table public.cars > cars.json",
      explanation: "Writes the fields and the columns of a PostgreSQL table.",
    },
    {
      command: "isoform schema from openapi.json --table Order --key id > orders.schema.json",
      explanation: "Writes the fields of a schema of an OpenAPI document.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { table, key } = options;
    const { source } = operands;
    if (!isDatabase(source)) {
      const { schema, unmapped } = await describedSchema(source, { table, key }, terminal.host);
      for (const { field, reason } of unmapped) {
        terminal.say(`isoform: ${titleOf(source)}: ${quote(field)} is left out: ${reason}`);
      }
      await terminal.print(JSON.stringify(schema, null, 2));
      return EXIT_CODES.ok.code;
    }
    if (table === undefined)
      throw new CliFailure("usage", "the table is missing: name it with --table");
    const driver = await openDriver(source);
    /* v8 ignore next -- the source is a database */
    if (driver === undefined) return EXIT_CODES.usage.code;
    try {
      const { signal } = new AbortController();
      const { fields, columns, refused, warnings } = await driver.describe(
        table.split("."),
        signal,
      );
      const schema = schemaWithKey(defineSchema(fields), key, true);
      await terminal.print(JSON.stringify({ table, schema, columns }, null, 2));
      for (const line of describedLines({ refused, warnings })) terminal.say(line);
    } finally {
      await driver.close();
    }
    return EXIT_CODES.ok.code;
  },
});
