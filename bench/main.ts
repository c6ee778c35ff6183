import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withSection } from "../grammar/tools/sections.ts";
import { ENGINE_NAMES, type EngineName } from "../test/engines/engine.ts";
import { installEngines, isForTests } from "../test/engines/install.ts";
import { benchAgainst } from "./against/against.ts";
import { type BindingsResult, benchBindings } from "./bindings.ts";
import { benchColdStart, type ColdStartResult } from "./cold-start.ts";
import { benchColumns, type ColumnsResult } from "./columns.ts";
import { COLUMN_ENGINES } from "./engines/index.ts";
import { benchGroups, type GroupsResult } from "./groups.ts";
import { benchGrowth, type GrowthResult } from "./growth.ts";
import { importColumns, importIsoform, importLanguage } from "./isoform.ts";
import { benchLanguage, type LanguageResult } from "./language.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { benchParse, type ParseResult } from "./parse.ts";
import type { PlaygroundResult } from "./playground.ts";
import { plotColumns, plotRows } from "./plot.ts";
import { plotGrowth } from "./plot-growth.ts";
import { columnsSection } from "./readme.ts";
import {
  coldStartTable,
  filterTable,
  machineLine,
  parseTable,
  rowsSummary,
  serviceLine,
  serviceSummary,
  sqlFilterTable,
  sqlSummary,
} from "./report.ts";
import { bindingsSummary } from "./report-bindings.ts";
import { columnsSummary, growthLines, growthSummary } from "./report-columns.ts";
import { groupsSummary, groupsTable } from "./report-groups.ts";
import { languageTable } from "./report-language.ts";
import { playgroundSummary } from "./report-playground.ts";
import { threadsSummary, threadsTables } from "./report-threads.ts";
import { benchRows, type RowsResult } from "./rows.ts";
import type { ServiceResult } from "./service.ts";
import { benchShapes, type ShapesResult } from "./shapes/bench.ts";
import { plotShapes } from "./shapes/plot.ts";
import { byHandTable, seedReport, shapesSummary } from "./shapes/report.ts";
import type { SqlResult } from "./sql.ts";
import { benchThreads, type ThreadsResult } from "./threads.ts";

const usage = `npm run bench -- [rows] [columns] [groups] [growth] [parse] [language] [playground] [cold] [sql] [service] [threads] [shapes] [plot] [options]

  rows             filtering rows: isoform, by hand, and its peers; bound parameters beside literals
  columns          the same filters over columns, beside other engines that hold columns: row numbers and counts
  groups           summaries of columns, against DuckDB with one thread
  growth           columns of ten thousand rows to thirty million, in a process each: time and memory
  parse            from the text of a formula to something that runs
  language         what an editor asks for at each keystroke
  playground       in Chromium, from a key to the frame that shows the records, and the page's longest tasks
  cold             from the start of a process to the first answer
  sql              compiled SQL against SQL by hand, on database engines
  service          requests a second, against a bare handler with the filter by hand (100000 rows)
  threads          searches of large tables in several threads, and the requests that come meanwhile
  shapes           columns against rows, for formulas drawn at random, and rows against forty filters by hand
  against <rev>    this tree beside another revision, built for it: start, compiler, rows, columns, size; --quick: in two minutes
  plot             draws the plots again from the saved figures, and the table in the README
                   Without a name: all but plot.

  --rows <n>       how many rows (1000000)
  --rounds <n>     how often each is measured (11)
  --engines <a,b>  which engines; each part takes those that it knows
                   (columns: ${COLUMN_ENGINES.join(",")}; sql: sqlite,duckdb,postgres, also mariadb and clickhouse)
  --formulas <n>   how many formulas \`shapes\` draws of a seed (600)
  --quick          100000 rows, 5 rounds, growth to a million rows, 120 formulas; saves nothing unless --json says where
  --json <file>    where to save the figures (bench/results/latest.json, with the plots beside it, and the README)
`;

/** Each part is saved with the machine that it was measured on: parts may be measured apart. */
interface Saved {
  readonly rows?: RowsResult & { readonly machine: Machine };
  readonly bindings?: BindingsResult & { readonly machine: Machine };
  readonly columns?: ColumnsResult & { readonly machine: Machine };
  readonly groups?: GroupsResult & { readonly machine: Machine };
  readonly growth?: GrowthResult & { readonly machine: Machine };
  readonly parse?: ParseResult & { readonly machine: Machine };
  readonly language?: LanguageResult & { readonly machine: Machine };
  readonly playground?: PlaygroundResult & { readonly machine: Machine };
  readonly cold?: ColdStartResult & { readonly machine: Machine };
  readonly sql?: SqlResult & { readonly machine: Machine };
  readonly service?: ServiceResult & { readonly machine: Machine };
  readonly threads?: ThreadsResult & { readonly machine: Machine };
  readonly shapes?: ShapesResult & { readonly machine: Machine };
}

const seed = 1;
const sqlEngines: readonly EngineName[] = ["sqlite", "duckdb", "postgres"];
const coldStarts = 25;
const serviceRows = 100_000;
const shapesRows = "200000";
const latest = new URL("results/latest.json", import.meta.url);
const shapesBefore = new URL("results/shapes-before.json", import.meta.url);
const readme = new URL("../README.md", import.meta.url);
const growthSizes = [10_000, 100_000, 1_000_000, 10_000_000, 30_000_000];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string" },
    rounds: { type: "string" },
    engines: { type: "string" },
    formulas: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const measured = [
  "rows",
  "columns",
  "groups",
  "growth",
  "parse",
  "language",
  "playground",
  "cold",
  "sql",
  "service",
  "threads",
  "shapes",
];
const [command, revision] = positionals;
const unknown = positionals.filter((name) => ![...measured, "plot"].includes(name));
if (command === "against" && revision !== undefined && !flags.help) {
  await benchAgainst(revision, flags.quick);
} else if (flags.help || unknown.length > 0) {
  console.log(usage);
  process.exitCode = flags.help ? 0 : 1;
} else {
  await run(positionals.length === 0 ? measured : positionals);
}

function roundsAsked(): number {
  return wholeNumber("rounds", flags.rounds ?? (flags.quick ? "5" : "11"));
}

function rowsAsked(): number {
  return wholeNumber("rows", flags.rows ?? (flags.quick ? "100000" : "1000000"));
}

async function run(parts: readonly string[]): Promise<void> {
  const target = flags.json ?? (flags.quick ? undefined : latest);
  const rounds = roundsAsked();
  const rows = rowsAsked();
  execFileSync("npm", ["run", "build"], { stdio: "inherit", shell: process.platform === "win32" });
  const machine = describeMachine();
  let saved = target === undefined ? {} : read(target);
  console.log(`${machineLine(machine)}\n`);
  await installEngines("all");
  if (isForTests() && (parts.includes("columns") || parts.includes("sql"))) {
    const advice = "run `npm rebuild better-sqlite3` in test/engines/all first";
    throw new Error(`better-sqlite3 was compiled quickly, for tests: ${advice}`);
  }

  if (parts.includes("rows")) {
    const isoform = await importIsoform();
    const result = benchRows(isoform, { rows, rounds, seed }, (filter) => {
      console.log(`${filterTable(filter)}\n`);
    });
    console.log(`${rowsSummary(result)}\n`);
    const bindings = benchBindings(isoform, { rows, rounds, seed });
    console.log(`${bindingsSummary(bindings)}\n`);
    saved = { ...saved, rows: { machine, ...result }, bindings: { machine, ...bindings } };
  }
  if (parts.includes("columns")) {
    const engines = enginesAsked(COLUMN_ENGINES);
    const result = await benchColumns(
      await importColumns(),
      { rows, rounds, seed, engines },
      (filter) => {
        console.log(`${filterTable(filter)}\n`);
      },
    );
    console.log(`${columnsSummary(result)}\n`);
    saved = { ...saved, columns: { machine, ...result } };
  }
  if (parts.includes("groups")) {
    const result = await benchGroups({ rows, rounds, seed }, (figures) => {
      console.log(`${groupsTable(figures)}\n`);
    });
    console.log(`${groupsSummary(result)}\n`);
    saved = { ...saved, groups: { machine, ...result } };
  }
  if (parts.includes("growth")) {
    const sizes = flags.quick ? growthSizes.slice(0, 3) : growthSizes;
    const result = benchGrowth({ rounds, seed, sizes }, (step, previous) => {
      console.log(`${growthLines(step, previous)}\n`);
    });
    console.log(`${growthSummary(result)}\n`);
    saved = { ...saved, growth: { machine, ...result } };
  }
  if (parts.includes("parse")) {
    const result = benchParse(await importIsoform(), rounds);
    console.log(`${parseTable(result)}\n`);
    saved = { ...saved, parse: { machine, ...result } };
  }
  if (parts.includes("language")) {
    const result = benchLanguage(await importLanguage(), rounds);
    console.log(`${languageTable(result)}\n`);
    saved = { ...saved, language: { machine, ...result } };
  }
  if (parts.includes("playground")) {
    const { benchPlayground, PLAYGROUND_NEED } = await import("./playground.ts");
    if (PLAYGROUND_NEED.missing !== undefined) {
      console.log(`The playground is left out: ${PLAYGROUND_NEED.missing}\n`);
    } else {
      const result = await benchPlayground(rounds);
      console.log(`${playgroundSummary(result)}\n`);
      saved = { ...saved, playground: { machine, ...result } };
    }
  }
  if (parts.includes("cold")) {
    const result = benchColdStart(coldStarts);
    console.log(`${coldStartTable(result)}\n`);
    saved = { ...saved, cold: { machine, ...result } };
  }
  if (parts.includes("sql")) {
    // Brings the engines, which are installed where they are first needed.
    const { benchSql } = await import("./sql.ts");
    const engines = flags.engines === undefined ? sqlEngines : enginesAsked(ENGINE_NAMES);
    const result = await benchSql({ rows, rounds, seed, engines }, (engine, filter) => {
      console.log(`${sqlFilterTable(engine, filter)}\n`);
    });
    console.log(`${sqlSummary(result)}\n`);
    saved = { ...saved, sql: { machine, ...result } };
  }
  if (parts.includes("service")) {
    const { benchService } = await import("./service.ts");
    const result = await benchService({ rows: serviceRows, rounds }, (filter) => {
      console.log(serviceLine(filter));
    });
    console.log(`\n${serviceSummary(result)}\n`);
    saved = { ...saved, service: { machine, ...result } };
  }
  if (parts.includes("threads")) {
    const result = await benchThreads({ rows, rounds });
    console.log(`${threadsTables(result)}\n\n${threadsSummary(result)}\n`);
    saved = { ...saved, threads: { machine, ...result } };
  }
  if (parts.includes("shapes")) {
    const formulas = wholeNumber("formulas", flags.formulas ?? (flags.quick ? "120" : "600"));
    const shapesOf = wholeNumber("rows", flags.rows ?? (flags.quick ? "50000" : shapesRows));
    const modules = await importColumns();
    const options = { rows: shapesOf, rounds, seed, formulas };
    const ownFigures = benchShapes(modules, options, (seedResult) =>
      console.log(`${seedReport(seedResult)}\n`),
    );
    // Brings engines, which are installed where they are first needed.
    const { benchPeers } = await import("./shapes/peers.ts");
    const result = { ...ownFigures, ...(await benchPeers(modules, options)) };
    console.log(`${byHandTable(result)}\n\n${shapesSummary(result)}\n`);
    saved = { ...saved, shapes: { machine, ...result } };
  }

  if (target === undefined) return;
  writeFileSync(target, `${JSON.stringify(saved, shortened, 2)}\n`);
  // What is drawn is what is saved: to four digits.
  if (target === latest) draw(read(latest));
}

/** Everything that is made of the saved figures. */
function draw(saved: Saved): void {
  const { rows, columns, growth, shapes } = saved;
  const plots = {
    rows: rows && plotRows(rows),
    columns: columns && plotColumns(columns),
    growth: growth && plotGrowth(growth),
    shapes: shapes && plotShapes(shapes, JSON.parse(readFileSync(shapesBefore, "utf8"))),
  };
  for (const [name, plot] of Object.entries(plots)) {
    if (plot !== undefined) writeFileSync(new URL(`results/${name}.svg`, import.meta.url), plot);
  }
  const page = readFileSync(readme, "utf8");
  writeFileSync(readme, withSection(page, "columns", columnsSection(saved)));
}

/** Of the engines that a part knows, those that are asked for. */
function enginesAsked<Name extends string>(known: readonly Name[]): readonly Name[] {
  const asked = flags.engines?.split(",");
  const every: readonly string[] = [...COLUMN_ENGINES, ...ENGINE_NAMES];
  for (const name of asked ?? []) {
    if (!every.includes(name)) {
      throw new RangeError(`--engines knows ${[...new Set(every)].join(", ")}, not ${name}`);
    }
  }
  return asked === undefined ? known : known.filter((name) => asked.includes(name));
}

function read(file: string | URL): Saved {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Digits beyond the fourth are noise, and would change with every run. */
function shortened(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value)
    ? Number(value.toPrecision(4))
    : value;
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`--${flag} takes a whole number from 1, not ${text}`);
  }
  return value;
}
