import type { StoreRecord } from "../../../data/stores/store.ts";
import { planOrThrow, type SummaryPlan, type SummaryRecord } from "../../../data/summary/index.ts";
import { isErrorValue } from "../../../engine/index.ts";
import type { SortKey } from "../../../language/schema/index.ts";
import { EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { compilerOf, formulaOf, TIME_ZONE_OPTION } from "../input/compile-formula.ts";
import { PARAM_OPTION } from "../input/read-parameters.ts";
import { RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";
import { openSummarized } from "../input/summarized-records.ts";
import { formatNamed } from "../output/formats.ts";
import { isOutput, OUT_OPTION, writeResult } from "../output/result-file.ts";
import { jsonValue, shownValue } from "../output/value-text.ts";

export const summarizeCommand = defineCommand({
  name: "summarize",
  summary: "Counts records, and computes sums and other measures of groups of them.",
  details: [
    "The measures are count, countBlank, countDistinct, min, max, sum, average and median; all but count take a formula. A sum is exact, and is rounded only once.",
    "A database makes the groups itself if it can do so exactly. Otherwise its records are read. The command needs the package of the database.",
  ],
  operands: {
    sources: {
      isFile: true,
      repeats: true,
      description: `${RECORDS_DESCRIPTION} Or a database such as \`postgres://localhost/shop\` or \`sqlite:cars.db\`, with \`--table\`.`,
    },
  },
  options: {
    ...RECORDS_OPTIONS,
    table: {
      type: "text",
      value: "name",
      description: "The table of the database; `schema.table` for one in a schema.",
    },
    filter: {
      type: "text",
      value: "formula",
      description: "Only the records that this formula returns are counted.",
    },
    group: {
      type: "text",
      value: "key",
      repeats: true,
      description: "A field or a formula to group by. Up to three are possible.",
    },
    measure: {
      type: "text",
      value: "measure",
      repeats: true,
      description:
        "A measure that is computed for each group, such as `min(price)`; the default is `count`.",
    },
    sort: {
      type: "text",
      value: "order",
      repeats: true,
      description: "A key or a measure to sort by, such as `count:desc`. Blanks come last.",
    },
    param: { ...PARAM_OPTION, description: `For all formulas. ${PARAM_OPTION.description}` },
    "time-zone": TIME_ZONE_OPTION,
    limit: {
      type: "number",
      value: "count",
      least: 0,
      description: "The greatest number of groups to write.",
    },
    format: {
      type: "text",
      value: "name",
      choices: ["ndjson", "json", "csv", "tsv", "markdown", "table"],
      description:
        "The format of the output; by default `table` on a terminal and `ndjson` elsewhere.",
    },
    out: OUT_OPTION,
  },
  examples: [
    {
      command:
        "isoform summarize cars.ndjson --group country --measure count --measure 'average(price)' --sort count:desc",
      explanation: "Writes how many cars each country has, and their average price.",
    },
    {
      command:
        "isoform summarize postgres://localhost/shop --table cars --group country --measure 'sum(price)'",
      explanation: "Gives the same numbers for a PostgreSQL table as for a file.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { out, filter, group, measure: measures, limit } = options;
    const width = isOutput(out) ? terminal.outputWidth : undefined;
    const name = options.format ?? (width === undefined ? "ndjson" : "table");
    await writeResult(out, terminal, async (result, signal) => {
      const records = await openSummarized(operands.sources, options, terminal, signal);
      const { schema } = records;
      let plan: SummaryPlan;
      let groups: readonly SummaryRecord[];
      try {
        const compileOne = compilerOf(schema, options);
        const query = {
          groupBy: group.map((key) => (schema.fields.has(key) ? key : { formula: key })),
          sort: options.sort.map(sortKey),
          ...(filter === undefined ? {} : { filter: formulaOf(filter, compileOne, terminal) }),
          ...(measures.length === 0 ? {} : { measures }),
          ...(limit === undefined ? {} : { limit }),
        };
        plan = planOrThrow(schema, query, compileOne);
        groups = await records.summarize(plan);
      } finally {
        await records.close();
      }
      const isJson = name === "json" || name === "ndjson";
      const fields = [...plan.keys, ...plan.measures].map((column) => ({
        name: column.name,
        type: column.type,
      }));
      const writing = await formatNamed(name, fields, { width });
      const lines = groups.map((one) => written(one, isJson));
      for (const chunk of [
        writing.begin(),
        ...(lines.length === 0 ? [] : [writing.records(lines)]),
        writing.end(),
      ]) {
        const isShown = isOutput(out) && typeof chunk === "string";
        await result.write(isShown ? terminal.harmless(chunk, isJson) : chunk);
      }
    });
    return EXIT_CODES.ok.code;
  },
});

function sortKey(text: string): SortKey {
  const [, field = text, direction] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  return direction === "desc" ? { field, direction } : { field };
}

/** A group in the form of the output. */
function written(group: SummaryRecord, isJson: boolean): StoreRecord {
  const values = Object.entries(group).map(([name, value]) => {
    if (!isErrorValue(value)) return [name, value];
    return [name, isJson ? jsonValue(value) : shownValue(value)];
  });
  // JSON output writes an error as an object.
  return Object.fromEntries(values) as StoreRecord;
}
