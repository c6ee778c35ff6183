import { explainSql } from "../../../backends/sql/explain-sql.ts";
import type { SqlPart } from "../../../backends/sql/sql-part.ts";
import { DIALECT_NAMES, DIALECTS } from "../../../backends/sql/standard-dialects.ts";
import { type Explanation, type Formula, isErrorValue } from "../../../engine/index.ts";
import { inferSchema } from "../../../language/schema/index.ts";
import { visibleText } from "../../../language/source/visible-text.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { compileFormula, TIME_ZONE_OPTION } from "../input/compile-formula.ts";
import { RECORD_OPTION, readRecord } from "../input/one-record.ts";
import { PARAM_OPTION } from "../input/read-parameters.ts";
import { readSchemaFile, SCHEMA_OPTION } from "../input/schema-file.ts";
import { readFormula } from "../input/standard-input.ts";
import { exactValue, jsonValue } from "../output/value-text.ts";

export const explain = defineCommand({
  name: "explain",
  summary: "Explains why a formula returns a record, or where each of its parts runs.",
  details: [
    "With a record, it shows the value of the formula and of each of its parts. Without one, it shows for each database which parts the database decides, and which parts are decided in memory and why.",
  ],
  operands: { formula: { description: "The formula; `-` reads it from the standard input." } },
  options: {
    record: RECORD_OPTION,
    param: PARAM_OPTION,
    "time-zone": TIME_ZONE_OPTION,
    dialect: {
      type: "text",
      value: "name",
      choices: DIALECT_NAMES,
      repeats: true,
      description: "Explains for these databases only. It cannot be used with a record.",
    },
    schema: SCHEMA_OPTION,
    json: JSON_OPTION,
  },
  examples: [
    {
      command: `isoform explain 'AND({price} < 50000, {year} > 2020)' --record '{"price":43990,"year":2019}'`,
      explanation: "Shows which of the two conditions fails.",
    },
    {
      command: `isoform explain 'REGEX_MATCH({title}, "Plaid\\+?$")' --schema cars.schema.json --dialect mariadb`,
      explanation: "Shows which parts MariaDB decides.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { record: given, schema: path, json } = options;
    const record = given === undefined ? undefined : await readRecord(terminal.host, given);
    if (path === undefined && record === undefined) {
      throw new CliFailure(
        "usage",
        "give a --record, or the --schema of the records in the database",
      );
    }
    if (record !== undefined && options.dialect.length > 0) {
      throw new CliFailure(
        "usage",
        "--dialect explains what a database does with all records: leave --record out",
      );
    }
    const schema = path === undefined ? inferSchema([record]) : await readSchemaFile(path);
    const source = await readFormula(terminal.host, operands.formula);
    const formula = compileFormula(source, schema, terminal, options);
    const diagnostics = formula.warnings;
    if (record !== undefined) {
      const explanation = formula.explain(record);
      if (json) await terminal.printJson({ ok: true, result: jsonOf(explanation), diagnostics });
      else await terminal.print(tree(explanation).join("\n"));
      return EXIT_CODES.ok.code;
    }
    const names = options.dialect.length === 0 ? DIALECT_NAMES : options.dialect;
    const wanted = DIALECT_NAMES.filter((name) => names.includes(name));
    if (json) {
      const result = Object.fromEntries(
        wanted.map((name) => [name, explainSql(formula, DIALECTS[name])]),
      );
      await terminal.printJson({ ok: true, result, diagnostics });
    } else {
      await terminal.print(wanted.map((name) => describe(formula, name)).join("\n\n"));
    }
    return EXIT_CODES.ok.code;
  },
});

function jsonOf({ value, parts, definition, ...rest }: Explanation): object {
  return {
    ...rest,
    value: jsonValue(value),
    parts: parts.map(jsonOf),
    ...(definition === undefined
      ? {}
      : { definition: { ...jsonOf(definition), field: definition.field } }),
  };
}

/** Literals, which need no explanation. */
const LITERAL = /^(?:"|'|[\d.]+(?:e[+-]?\d+)?$)/i;

function tree(
  { text, value, holds, cause, parts, definition }: Explanation,
  indent = "",
): readonly string[] {
  const mark = isErrorValue(value) ? "!" : typeof value !== "boolean" ? " " : holds ? "+" : "-";
  const why = cause === undefined ? "" : `, since ${cause}`;
  return [
    `${indent}${mark} ${oneLine(text)}  ->  ${visibleText(exactValue(value))}${why}`,
    // A computed field has one part: its formula.
    ...(definition === undefined ? parts : [definition])
      .filter((part) => !LITERAL.test(part.text))
      .flatMap((part) => tree(part, `${indent}  `)),
  ];
}

function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, " "));
}

const PLACES: Readonly<Record<SqlPart["runs"], string>> = {
  database: "decided by the database",
  memory: "decided in memory",
  both: "narrowed down by the database, and decided in memory",
};

function describe(formula: Formula, name: (typeof DIALECT_NAMES)[number]): string {
  const dialect = DIALECTS[name];
  const parts = explainSql(formula, dialect).map(
    ({ text, runs, where, prefilter = where, reasons }) =>
      [
        `  ${text === undefined ? "a part of the formula" : oneLine(text)}`,
        `    ${PLACES[runs]}`,
        ...(prefilter === undefined ? [] : [`    ${prefilter}`]),
        ...reasons.map((reason) => `    because: ${reason}`),
      ].join("\n"),
  );
  return [
    `${dialect.title}:`,
    ...(parts.length === 0 ? ["  every record is returned"] : parts),
  ].join("\n");
}
