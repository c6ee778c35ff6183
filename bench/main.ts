import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchColdStart, type ColdStartResult } from "./cold-start.ts";
import { benchColumns, type ColumnsResult } from "./columns.ts";
import { importColumns, importIsoform } from "./isoform.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { benchParse, type ParseResult } from "./parse.ts";
import { plotRows } from "./plot.ts";
import {
  coldStartTable,
  columnsSummary,
  filterTable,
  machineLine,
  parseTable,
  rowsSummary,
  serviceLine,
  serviceSummary,
  sqlFilterTable,
  sqlSummary,
} from "./report.ts";
import { benchRows, type RowsResult } from "./rows.ts";
import type { ServiceResult } from "./service.ts";
import type { SqlResult } from "./sql.ts";

const usage = `npm run bench -- [rows] [columns] [parse] [cold] [sql] [service] [plot] [options]

  rows             filtering rows: isoform, by hand, and its peers
  columns          the same filters over columns: row numbers and counts
  parse            from the text of a formula to something that runs
  cold             from the start of a process to the first answer
  sql              compiled SQL against SQL by hand, on database engines
  service          requests a second, against a bare handler with the filter by hand (100000 rows)
  plot             draws rows.svg again from the saved figures
                   Without a name: rows, columns, parse, cold, sql and service.

  --rows <n>       how many rows (1000000)
  --rounds <n>     how often each is measured (11)
  --engines <a,b>  which engines (sqlite,duckdb,postgres; also mariadb and clickhouse)
  --quick          100000 rows, 5 rounds; saves nothing unless --json says where
  --json <file>    where to save the figures (bench/results/latest.json, with rows.svg beside it)
`;

/** Each part is saved with the machine that it was measured on: parts may be measured apart. */
interface Saved {
  readonly rows?: RowsResult & { readonly machine: Machine };
  readonly columns?: ColumnsResult & { readonly machine: Machine };
  readonly parse?: ParseResult & { readonly machine: Machine };
  readonly cold?: ColdStartResult & { readonly machine: Machine };
  readonly sql?: SqlResult & { readonly machine: Machine };
  readonly service?: ServiceResult & { readonly machine: Machine };
}

const seed = 1;
const coldStarts = 25;
const serviceRows = 100_000;
const latest = new URL("results/latest.json", import.meta.url);
const rowsPlot = new URL("results/rows.svg", import.meta.url);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string" },
    rounds: { type: "string" },
    engines: { type: "string", default: "sqlite,duckdb,postgres" },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const measured = ["rows", "columns", "parse", "cold", "sql", "service"];
const unknown = positionals.filter((name) => ![...measured, "plot"].includes(name));
if (flags.help || unknown.length > 0) {
  console.log(usage);
  process.exitCode = flags.help ? 0 : 1;
} else {
  await run(positionals.length === 0 ? measured : positionals);
}

async function run(parts: readonly string[]): Promise<void> {
  const target = flags.json ?? (flags.quick ? undefined : latest);
  const rounds = wholeNumber("rounds", flags.rounds ?? (flags.quick ? "5" : "11"));
  const rows = wholeNumber("rows", flags.rows ?? (flags.quick ? "100000" : "1000000"));
  const machine = describeMachine();
  let saved = target === undefined ? {} : read(target);
  console.log(`${machineLine(machine)}\n`);

  if (parts.includes("rows")) {
    const isoform = await importIsoform();
    const result = benchRows(isoform, { rows, rounds, seed }, (filter) => {
      console.log(`${filterTable(filter)}\n`);
    });
    console.log(`${rowsSummary(result)}\n`);
    saved = { ...saved, rows: { machine, ...result } };
  }
  if (parts.includes("columns")) {
    const result = benchColumns(await importColumns(), { rows, rounds, seed }, (filter) => {
      console.log(`${filterTable(filter)}\n`);
    });
    console.log(`${columnsSummary(result)}\n`);
    saved = { ...saved, columns: { machine, ...result } };
  }
  if (parts.includes("parse")) {
    const result = benchParse(await importIsoform(), rounds);
    console.log(`${parseTable(result)}\n`);
    saved = { ...saved, parse: { machine, ...result } };
  }
  if (parts.includes("cold")) {
    const result = benchColdStart(coldStarts);
    console.log(`${coldStartTable(result)}\n`);
    saved = { ...saved, cold: { machine, ...result } };
  }
  if (parts.includes("sql")) {
    // Brings the engines, which are installed where they are first needed.
    const { benchSql, engineNames } = await import("./sql.ts");
    const engines = engineNames(flags.engines);
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

  if (target === undefined) return;
  writeFileSync(target, `${JSON.stringify(saved, shortened, 2)}\n`);
  if (target === latest && saved.rows !== undefined) {
    writeFileSync(rowsPlot, plotRows(saved.rows));
  }
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
