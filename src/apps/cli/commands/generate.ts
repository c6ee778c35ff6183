import { type Car, demoCars, demoSchema, MOST_CARS } from "../../demo/index.ts";
import { EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import {
  batchesOf,
  FORMAT_NAMES,
  type FormatName,
  formatNamed,
  formatOfName,
} from "../output/formats.ts";
import { OUT_OPTION, refuseOnTerminal, writeResult } from "../output/result-file.ts";

const BATCH = 1000;

export const generate = defineCommand({
  name: "generate",
  summary: "Writes made-up records for tests: listings of used cars.",
  details: [
    "The same seed gives the same records, byte for byte, on every machine. Their key is `vin`.",
  ],
  operands: { kind: { choices: ["cars"], description: "The kind of records." } },
  options: {
    count: {
      type: "number",
      value: "number",
      least: 0,
      most: MOST_CARS,
      default: 1000,
      description: "The number of records.",
    },
    seed: {
      type: "number",
      value: "number",
      least: Number.MIN_SAFE_INTEGER,
      default: 1,
      description: "The seed: another number gives other records.",
    },
    format: {
      type: "text",
      value: "name",
      choices: FORMAT_NAMES,
      description:
        "The format of the output. By default, the name of the file decides, or else it is `ndjson`.",
    },
    out: OUT_OPTION,
    "print-schema": {
      type: "flag",
      description: "Writes the schema of the records instead of the records.",
    },
  },
  examples: [
    {
      command: "isoform generate cars --count 100000 --out cars.ndjson",
      explanation: "Writes a file of records.",
    },
    {
      command: "isoform generate cars --print-schema > cars.schema.json",
      explanation: "Writes their schema, for the other commands.",
    },
  ],
  async run({ options, terminal }) {
    const { count, seed, out } = options;
    const name = options.format ?? formatOfName(out) ?? "ndjson";
    if (!options["print-schema"]) refuseOnTerminal(name, out, terminal);
    const chunks = options["print-schema"]
      ? [`${JSON.stringify(demoSchema, null, 2)}\n`]
      : chunksOf(demoCars(count, seed), name);
    await writeResult(out, terminal, async (result, signal) => {
      for await (const chunk of chunks) {
        await result.write(chunk);
        signal.throwIfAborted();
      }
    });
    return EXIT_CODES.ok.code;
  },
});

async function* chunksOf(
  cars: Iterable<Car>,
  name: FormatName,
): AsyncGenerator<string | Uint8Array> {
  const format = await formatNamed(name, [...demoSchema.fields.values()]);
  yield format.begin();
  for (const batch of batchesOf(cars, BATCH)) yield format.records(batch);
  yield format.end();
}
