import { pick } from "../../service/response/format.ts";
import type { StoreRecord } from "../../stores/store.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { EXIT_CODES, Failure } from "../failure.ts";
import { compileFormula } from "../input/compile-formula.ts";
import { FIELDS_OPTION, fieldNames, SORT_OPTION, sortKeys } from "../input/field-options.ts";
import { openRecords, RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";
import { batchesOf, FORMAT_NAMES, formatNamed } from "../output/formats.ts";
import { inOrder } from "../output/sort-records.ts";

const BATCH = 1000;

export const filter = defineCommand({
  name: "filter",
  summary: "Writes the records of a file that a formula returns.",
  details: [
    "The file is read as the records are written, so it may be of any size; `--sort` holds the records that are returned.",
  ],
  operands: {
    file: { isFile: true, description: RECORDS_DESCRIPTION },
    formula: { description: "The formula." },
  },
  options: {
    ...RECORDS_OPTIONS,
    fields: FIELDS_OPTION,
    sort: SORT_OPTION,
    limit: { type: "number", value: "count", least: 0, description: "How many records at most." },
    count: { type: "flag", description: "Writes only how many records there are." },
    format: {
      type: "text",
      value: "name",
      choices: FORMAT_NAMES,
      default: "ndjson",
      description: "How records are written.",
    },
  },
  examples: [
    {
      command: `isoform filter cars.ndjson 'AND({country} = "Italy", {price} < 50000)' --sort price --limit 10`,
      explanation: "The ten cheapest of them.",
    },
    {
      command:
        "zcat cars.csv.gz | isoform filter - '{year} > 2020' --input-format csv --format csv",
      explanation: "From the standard input.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { signal } = new AbortController();
    const { schema, batches } = await openRecords(operands.file, options, signal);
    const formula = compileFormula(operands.formula, schema, terminal, false);
    const fields = fieldNames(schema, options.fields);
    const keys = sortKeys(schema, options.sort);
    if (options.count && (fields !== undefined || keys.length > 0)) {
      throw new Failure("usage", "--count needs no --fields and no --sort");
    }
    const found = matching();
    const sorted = keys.length === 0 ? found : inOrder(found, schema, keys, options.limit);
    const limited = limit(sorted, options.limit ?? Number.POSITIVE_INFINITY);
    if (options.count) {
      let count = 0;
      for await (const { length } of limited) count += length;
      await terminal.print(String(count));
      return EXIT_CODES.ok.code;
    }
    const names = fields ?? [...schema.fields.keys()];
    const format = formatNamed(options.format);
    await terminal.write(format.begin(names));
    let isFirst = true;
    for await (const records of limited) {
      for (const batch of batchesOf(records, BATCH)) {
        const picked = fields === undefined ? batch : batch.map((record) => pick(record, fields));
        await terminal.write(format.records(picked, isFirst, names));
        isFirst = false;
      }
    }
    await terminal.write(format.end);
    return EXIT_CODES.ok.code;

    async function* matching(): AsyncIterable<readonly StoreRecord[]> {
      for await (const { records } of batches) yield formula.filter(records);
    }
  },
});

/** Stops reading when there are enough. */
async function* limit(
  lists: AsyncIterable<readonly StoreRecord[]>,
  most: number,
): AsyncIterable<readonly StoreRecord[]> {
  let left = most;
  if (left === 0) return;
  for await (const records of lists) {
    const taken = records.length > left ? records.slice(0, left) : records;
    left -= taken.length;
    if (taken.length > 0) yield taken;
    if (left === 0) return;
  }
}
