import { readFileSync } from "node:fs";
import { CHARTS } from "../../bench/charts/charts.ts";
import { measured } from "../../bench/record/pages.ts";
import { fileGrammar, templateGrammar } from "../../src/editors/vscode/textmate.ts";
import { airtableNotes } from "./airtable-notes.ts";
import { commandLineReference } from "./command-line-reference.ts";
import {
  agreementFigures,
  databaseFigures,
  dialectSizeText,
  languageText,
  sizeText,
} from "./counted-figures.ts";
import { partTable, unitTable } from "./date-tables.ts";
import { diagnosticReference } from "./diagnostic-reference.ts";
import { ebnf } from "./ebnf.ts";
import { functionReference } from "./function-reference.ts";
import { functionTexts } from "./function-texts.ts";
import { formulaLimits, patternLimits, valueLimits } from "./limit-tables.ts";
import { loweringTable } from "./lowering-table.ts";
import { measureTable } from "./measure-table.ts";
import { nativeTypeTables } from "./native-types.ts";
import { operationTables } from "./operation-tables.ts";
import { problemTable } from "./problem-table.ts";
import { railroad } from "./railroad.ts";
import { schemaJson } from "./schema-json.ts";
import { withSection } from "./sections.ts";
import { fileLimits, memoryLimits, serviceLimits, storeLimits } from "./service-limits.ts";
import { sqlSupportTable } from "./sql-support.ts";
import { tourTable } from "./tour-table.ts";
import { comparisonTable, conversionTable } from "./type-tables.ts";

const ROOT = new URL("../../", import.meta.url);

const WHOLE_FILES: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    Object.entries(CHARTS).map(([name, draw]) => [`bench/results/${name}`, draw]),
  ),
  "grammar/isoform.ebnf": ebnf,
  "grammar/railroad.svg": railroad,
  "grammar/isoform-schema.json": schemaJson,
  "grammar/isoform.tmLanguage.json": fileGrammar,
  "grammar/template-literals.tmLanguage.json": templateGrammar,
  "grammar/reference/functions.md": functionReference,
  "grammar/reference/diagnostics.md": diagnosticReference,
  "grammar/reference/command-line.md": commandLineReference,
  "src/language/source/messages/function-texts.ts": functionTexts,
};

/** Hand-written pages, and what the generator writes into each between two comments. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": {
    figures: measured("speed"),
    service: measured("service"),
    rows: measured("rows"),
    size: sizeText,
    language: languageText,
  },
  "src/apps/site/pages/tour.md": { cars: tourTable },
  "src/apps/site/pages/guides/agreement.md": {
    figures: agreementFigures,
    speed: measured("speed"),
  },
  "src/apps/site/pages/guides/databases.md": { figures: databaseFigures },
  "grammar/reference/airtable.md": { notes: airtableNotes },
  "grammar/reference/core.md": {
    operations: operationTables,
    parts: partTable,
    units: unitTable,
    lowerings: loweringTable,
  },
  "grammar/reference/limits.md": {
    "formula-limits": formulaLimits,
    "pattern-limits": patternLimits,
    "value-limits": valueLimits,
    "service-limits": serviceLimits,
    "memory-limits": memoryLimits,
    "store-limits": storeLimits,
    "file-limits": fileLimits,
  },
  "grammar/reference/service.md": { problems: problemTable },
  "grammar/reference/summaries.md": { measures: measureTable },
  "grammar/reference/speed.md": { columns: measured("columns") },
  "grammar/reference/sql.md": { sizes: dialectSizeText, support: sqlSupportTable },
  "grammar/reference/tables.md": { types: nativeTypeTables },
  "grammar/reference/types.md": { conversions: conversionTable, comparisons: comparisonTable },
};

export interface GeneratedFile {
  /** From the root. */
  readonly path: string;
  readonly url: URL;
  /** What stands in the file now; nothing where there is none. */
  readonly current: string | undefined;
  /** What is to stand there. */
  readonly content: string;
}

/** Every file that is generated, in whole or in part, from the live code. */
export function generatedFiles(): readonly GeneratedFile[] {
  const whole = Object.entries(WHOLE_FILES).map(([path, generate]) => file(path, () => generate()));
  const parts = Object.entries(SECTIONS).map(([path, sections]) =>
    file(path, (current) =>
      Object.entries(sections).reduce(
        (page, [name, generate]) => withSection(page, name, generate()),
        current ?? "",
      ),
    ),
  );
  return [...whole, ...parts];
}

function file(path: string, generate: (current: string | undefined) => string): GeneratedFile {
  const url = new URL(path, ROOT);
  const current = readIfThere(url);
  return { path, url, current, content: generate(current) };
}

function readIfThere(url: URL): string | undefined {
  try {
    return readFileSync(url, "utf8");
  } catch {
    return undefined;
  }
}
