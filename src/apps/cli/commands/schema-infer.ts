import { EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { openRecords } from "../input/measured-records.ts";
import { RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";

const { schema: _, ...OPTIONS } = RECORDS_OPTIONS;

export const schemaInfer = defineCommand({
  name: "schema infer",
  summary: "Writes a schema that fits the records of a file.",
  details: [
    "The command looks at the first 10,000 records, or 16 MB of them. If all values of a field are numbers, booleans, dates or lists, the field has that type. Otherwise it is a text. Check the result: a postcode should be a text, even if it looks like a number.",
  ],
  operands: { files: { isFile: true, repeats: true, description: RECORDS_DESCRIPTION } },
  options: OPTIONS,
  examples: [
    {
      command: "isoform schema infer cars.ndjson --key vin > cars.schema.json",
      explanation: "Writes a schema whose key is the field `vin`.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { file } = await openRecords(operands.files, { ...options, schema: undefined }, terminal);
    const { schema, close } = file;
    await close();
    await terminal.print(JSON.stringify(schema, null, 2));
    return EXIT_CODES.ok.code;
  },
});
