import { readdirSync, readFileSync } from "node:fs";
import { SQL_DIALECTS } from "../../src/backends/sql/standard-dialects.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";
import { table } from "./markdown.ts";
import { callOnFields, supportOf } from "./sql-support.ts";

// Figures for pages that are counted from the code. Those of benchmarks are in `bench/record`.

/** The amount of cases over which all back ends are compared. */
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
      ["[conformance cases](../../../../../grammar/conformance/README.md), one rule each", cases],
      ["functions of the language", DOCUMENTED_FUNCTIONS.length],
      ["examples of functions, with their values", examples.length],
      ["database engines that are started", SQL_DIALECTS.length],
    ].map(([name = "", count = 0]) => [String(name), count.toLocaleString("en")]),
  );
}

/** The size of the language. */
export function languageText(): string {
  return `The language has fields with or without braces, texts, numbers, \`= != < <= > >= & + - * /\`, and ${DOCUMENTED_FUNCTIONS.length} functions.`;
}

/** A size limit for a bundle, which `npm run check:size` enforces. */
function sizeLimit(name: string): string {
  const limits: readonly { readonly name: string; readonly limit: string }[] = JSON.parse(
    readFileSync(new URL("../../.size-limit.json", import.meta.url), "utf8"),
  );
  const found = limits.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no limit is called ${name}`);
  return found.limit;
}

/** The size limits of the package's root. */
export function sizeText(): string {
  return `In a bundle \`isoform\` takes at most ${sizeLimit("isoform")} (gzipped), ${sizeLimit("isoform, only check")} if it only checks formulas, and ${sizeLimit("isoform, only parse")} if it only parses them.`;
}

/** The size limits of dialects. */
export function dialectSizeText(): string {
  return `A bundle of \`postgres\` takes at most ${sizeLimit("isoform/sql, only postgres")} (gzipped), from either path; \`isoform/sql\` as a whole takes at most ${sizeLimit("isoform/sql")}, which is what a program loads that is not bundled.`;
}

/** The number of functions that each database decides. */
export function databaseFigures(): string {
  const calls = DOCUMENTED_FUNCTIONS.map(callOnFields);
  const rows = SQL_DIALECTS.map((dialect) => {
    const ways = calls.map((call) => supportOf(call, dialect).way);
    const count = (way: string): string => String(ways.filter((one) => one === way).length);
    return [dialect.title, count("exact"), count("prefilter"), count("memory")];
  });
  return table(["database", "exact", "prefilter", "memory"], rows);
}
