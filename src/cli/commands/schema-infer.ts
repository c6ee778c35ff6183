import { defineCommand } from "../command-line/define-command.ts";
import { EXIT_CODES } from "../failure.ts";
import { openRecords } from "../input/measured-records.ts";
import { RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";

const { schema: _, ...OPTIONS } = RECORDS_OPTIONS;

export const schemaInfer = defineCommand({
  name: "schema infer",
  summary: "Writes a schema that fits the records of a file.",
  details: [
    "The first 10,000 records are looked at. A field whose values are all numbers, booleans, dates or lists has that type, and is a text otherwise. Look over what it found: a postcode is a text, though it may look like a number.",
  ],
  operands: { files: { isFile: true, repeats: true, description: RECORDS_DESCRIPTION } },
  options: OPTIONS,
  examples: [
    {
      command: "isoform schema infer cars.ndjson --key vin > cars.schema.json",
      explanation: "A schema whose key is the field `vin`.",
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
