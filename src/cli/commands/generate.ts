import { type Car, demoCars, demoSchema, MOST_CARS } from "../../demo/index.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { EXIT_CODES } from "../failure.ts";
import {
  batchesOf,
  FORMAT_NAMES,
  type FormatName,
  formatNamed,
  formatOfName,
} from "../output/formats.ts";
import { openResult } from "../output/result-file.ts";
import { interruptible } from "../terminal/signals.ts";

const BATCH = 1000;

export const generate = defineCommand({
  name: "generate",
  summary: "Writes made-up records to try things with: listings of used cars.",
  details: ["A seed gives the same records, byte for byte, on every machine. Their key is `vin`."],
  operands: { kind: { choices: ["cars"], description: "What the records are of." } },
  options: {
    count: {
      type: "number",
      value: "number",
      least: 0,
      most: MOST_CARS,
      default: 1000,
      description: "How many records.",
    },
    seed: {
      type: "number",
      value: "number",
      least: Number.MIN_SAFE_INTEGER,
      default: 1,
      description: "Another number gives other records.",
    },
    format: {
      type: "text",
      value: "name",
      choices: FORMAT_NAMES,
      description:
        "How records are written; unless given, as the name of the file tells, or else `ndjson`.",
    },
    out: {
      type: "text",
      value: "file",
      isFile: true,
      description:
        "Writes to a file, which appears when it is whole; a file of that name is replaced then.",
    },
    "print-schema": {
      type: "flag",
      description: "Writes the schema of the records instead of records.",
    },
  },
  examples: [
    {
      command: "isoform generate cars --count 100000 --out cars.ndjson",
      explanation: "A file of records.",
    },
    {
      command: "isoform generate cars --print-schema > cars.schema.json",
      explanation: "Their schema, for the other commands.",
    },
  ],
  async run({ options, terminal }) {
    const { count, seed, out } = options;
    const text = options["print-schema"]
      ? [`${JSON.stringify(demoSchema, null, 2)}\n`]
      : textOf(demoCars(count, seed), options.format ?? formatOfName(out) ?? "ndjson");
    await interruptible("interrupted: no file was written", async (signal) => {
      const result = await openResult(out, terminal);
      try {
        for (const part of text) {
          await result.write(part);
          signal.throwIfAborted();
        }
      } catch (error) {
        await result.abandon();
        throw error;
      }
      await result.finish();
    });
    return EXIT_CODES.ok.code;
  },
});

function* textOf(cars: Iterable<Car>, name: FormatName): Generator<string> {
  const format = formatNamed(name);
  const fields = [...demoSchema.fields.keys()];
  yield format.begin(fields);
  let isFirst = true;
  for (const batch of batchesOf(cars, BATCH)) {
    yield format.records(batch, isFirst, fields);
    isFirst = false;
  }
  yield format.end;
}
