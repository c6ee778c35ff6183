import { readdirSync, readFileSync } from "node:fs";
import { DOCUMENTED_FUNCTIONS } from "../../src/functions/documentation.ts";
import { SQL_DIALECTS } from "../../src/sql/standard-dialects.ts";
import { table } from "./markdown.ts";
import { callOnFields, supportOf } from "./sql-support.ts";

// Figures that pages show: counted here, or read from the file that `npm run bench` writes.

/** What is read of a figure of the benchmarks. */
interface Measured {
  readonly name: string;
  readonly ratio: { readonly median: number };
}

interface Results {
  readonly rows: { readonly rows: number; readonly means: Readonly<Record<string, number>> };
  readonly columns: { readonly means: Readonly<Record<string, number>> };
  readonly sql: {
    readonly engines: readonly {
      readonly engine: string;
      readonly filters: readonly { readonly contestants: readonly Measured[] }[];
    }[];
  };
  readonly service: { readonly mean: number };
}

function results(): Results {
  return JSON.parse(
    readFileSync(new URL("../../bench/results/latest.json", import.meta.url), "utf8"),
  );
}

function inWords(ratio: number): string {
  return ratio.toPrecision(2);
}

/** How much there is of what every back end is compared over. */
export function agreementFigures(): string {
  const folder = new URL("../conformance/", import.meta.url);
  const cases = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")).cases.length)
    .reduce((sum: number, count: number) => sum + count, 0);
  const examples = DOCUMENTED_FUNCTIONS.flatMap(({ documentation }) => documentation.examples);
  return table(
    ["what is compared", "how many"],
    [
      ["[conformance cases](../../../conformance/README.md), one rule each", cases],
      ["functions of the language", DOCUMENTED_FUNCTIONS.length],
      ["examples of functions, with their values", examples.length],
      ["database engines that are started", SQL_DIALECTS.length],
    ].map(([name = "", count = 0]) => [String(name), count.toLocaleString("en")]),
  );
}

/** The means that were measured, as multiples of what a person would write by hand. */
export function speedFigures(): string {
  const { rows, columns, sql, service } = results();
  const mean = (means: Readonly<Record<string, number>>, name: string): string =>
    inWords(means[name] ?? Number.NaN);
  const engines = sql.engines.map(({ engine, filters }) => {
    const ratios = filters.flatMap(({ contestants }) =>
      contestants.filter(({ name }) => name === "isoform").map(({ ratio }) => ratio.median),
    );
    const title = SQL_DIALECTS.find(({ name }) => name === engine)?.title ?? engine;
    return [`SQL on ${title}`, "SQL that is written by hand", inWords(geometricMean(ratios))];
  });
  return table(
    ["what runs", "compared with", "time as a multiple of it"],
    [
      [
        `\`formula.filter\` over ${rows.rows.toLocaleString("en")} objects`,
        "`rows.filter` with a closure",
        mean(rows.means, "isoform"),
      ],
      [
        "`formula.select` over columns",
        "`rows.filter` with a closure",
        mean(columns.means, "isoform columns, row numbers"),
      ],
      ...engines,
      [
        "the service, for one request",
        "a Fastify handler with a closure",
        inWords(1 / service.mean),
      ],
    ],
  );
}

function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** How many functions each database decides. */
export function databaseFigures(): string {
  const calls = DOCUMENTED_FUNCTIONS.map(callOnFields);
  const rows = SQL_DIALECTS.map((dialect) => {
    const ways = calls.map((call) => supportOf(call, dialect).way);
    const count = (way: string): string => String(ways.filter((one) => one === way).length);
    return [dialect.title, count("exact"), count("prefilter"), count("memory")];
  });
  return table(["database", "exact", "prefilter", "memory"], rows);
}
