import { schemaWithKey } from "../../../data/stores/files/file-schema.ts";
import { openDriver } from "../../../data/stores/open-store.ts";
import { defineSchema } from "../../../language/schema/index.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { describedLines } from "../output/described-lines.ts";

export const schemaFrom = defineCommand({
  name: "schema from",
  summary: "Writes the schema of a database's table, and how its columns are stored.",
  details: [
    "The result is a collection for the configuration of `serve`, to which you add its `source`. `toSql` and `toQuery` take its `columns`. Columns that cannot be fields are listed with the reason on the standard error. An override such as `fields: { id: { type: \"text\" } }` belongs into the `describe` of a collection without a `schema`.",
  ],
  operands: {
    database: {
      description:
        "The database: `postgres://…`, `mariadb://…`, `mysql://…`, `clickhouse://…`, `sqlite:file` or `duckdb:file`.",
    },
  },
  options: {
    table: {
      type: "text",
      value: "name",
      description: "The table; `schema.table` for one in a schema.",
    },
    key: {
      type: "text",
      value: "field",
      description: "The field that identifies a record, if the table has no primary key.",
    },
  },
  examples: [
    {
      command: "isoform schema from postgres://localhost/shop --table public.cars > cars.json",
      explanation: "Writes the fields and the columns of a PostgreSQL table.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { table, key } = options;
    if (table === undefined)
      throw new CliFailure("usage", "the table is missing: name it with --table");
    const driver = await openDriver(operands.database);
    if (driver === undefined) {
      throw new CliFailure(
        "usage",
        "a file has no table: `isoform schema infer` looks at its records",
      );
    }
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
