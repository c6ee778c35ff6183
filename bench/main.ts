import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ENGINE_NAMES } from "../test/engines/engine.ts";
import { benchAgainst } from "./against/against.ts";
import { COLUMN_ENGINES } from "./engines/index.ts";
import { describeMachine } from "./machine.ts";
import { enginesNamed, PARTS, type PartOptions } from "./parts.ts";
import { FigureRecord } from "./record/figure-record.ts";
import { originOfFigures } from "./record/origin.ts";
import { machineLine } from "./report.ts";

const names = Object.keys(PARTS);

const usage = `npm run bench -- [part…] [options]
npm run bench -- readme [part…]
npm run bench -- against <revision> [--quick]

${Object.entries(PARTS)
  .map(([name, { about }]) => `  ${name.padEnd(16)} ${about}`)
  .join("\n")}
                   Without a name: all of them.
  readme           the parts that pages show (or those named), with fewer rounds and formulas, in twenty minutes
  against          this tree beside another revision, built for it: start, compiler, rows, columns, service, size

  --rows <n>       how many rows (1000000)
  --rounds <n>     how often each is measured (11)
  --engines <a,b>  which engines; each part takes those that it knows
                   (columns: ${COLUMN_ENGINES.join(",")}; sql: sqlite,duckdb,postgres, also mariadb and clickhouse)
  --formulas <n>   how many formulas \`shapes\` draws of a seed (600)
  --quick          100000 rows, 5 rounds, growth to a million rows, 120 formulas; records nothing

Everything that is measured is saved in bench/results/raw. What pages show is recorded in bench/results/figures.ndjson with the commit,
unless an option says how much is measured, or the sources have changes that are not committed; then \`npm run gen\` writes
the charts and the pages.
`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string" },
    rounds: { type: "string" },
    engines: { type: "string" },
    formulas: { type: "string" },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** The benchmarks that pages show. */
const SHOWN = ["rows", "columns", "growth", "parse", "cold", "sql", "service", "threads", "shapes"];
const GROWTH_SIZES = [10_000, 100_000, 1_000_000, 10_000_000, 30_000_000];

const [command, revision] = positionals;
const isReadme = command === "readme";
const named = isReadme ? positionals.slice(1) : positionals;
const parts = named.length > 0 ? named : isReadme ? SHOWN : names;
if (command === "against" && revision !== undefined && !flags.help) {
  await benchAgainst(revision, flags.quick);
} else if (flags.help || parts.some((name) => !names.includes(name))) {
  console.log(usage);
  process.exitCode = flags.help ? 0 : 1;
} else {
  await run();
}

async function run(): Promise<void> {
  npm("run", "build");
  const machine = describeMachine();
  console.log(`${machineLine(machine)}\n`);
  const { quick, help, ...given } = flags;
  const isMeasuredInFull = !quick && Object.keys(given).length === 0;
  const origin = isMeasuredInFull ? originOfFigures(machine) : undefined;
  if (isReadme && isMeasuredInFull && origin === undefined) {
    throw new Error("nothing can be recorded: the sources have changes that are not committed");
  }
  const folder = new URL("results/raw/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const options = partOptions();
  for (const name of parts) {
    const begin = performance.now();
    const result = await PARTS[name]?.run(options);
    if (result === undefined) continue;
    console.log(`${name} took ${((performance.now() - begin) / 1e3).toFixed(0)} s.\n`);
    const raw = { machine, ...result.raw };
    writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(raw, undefined, 2)}\n`);
    if (origin === undefined || result.figures === undefined) continue;
    FigureRecord.read().withPart(name, result.figures, origin).write();
  }
  if (origin === undefined) console.log("Nothing is recorded: see `npm run bench -- --help`.");
  else npm("run", "gen");
}

/** The amount of work: the default, less with `--quick`, and reduced for the part `readme`. */
function partOptions(): PartOptions {
  const [usual, quick] = [(value: number) => value, (_: number, value: number) => value];
  const choose = flags.quick ? quick : usual;
  const engines = flags.engines?.split(",");
  return {
    rows: wholeNumber("rows", choose(1_000_000, 100_000)),
    rounds: wholeNumber("rounds", isReadme ? 3 : choose(11, 5)),
    seed: 1,
    growthSizes: GROWTH_SIZES.slice(0, choose(isReadme ? 4 : 5, 3)),
    coldStarts: 25,
    serviceRows: 100_000,
    shapesRows: wholeNumber("rows", choose(200_000, 50_000)),
    formulas: wholeNumber("formulas", isReadme ? 150 : choose(600, 120)),
    columnEngines: enginesNamed(COLUMN_ENGINES, engines),
    sqlEngines: enginesNamed(ENGINE_NAMES, engines ?? ["sqlite", "duckdb", "postgres"]),
  };
}

/** The value of an option, or its default. */
function wholeNumber(flag: "rows" | "rounds" | "formulas", usual: number): number {
  const text = flags[flag];
  const value = Number(text ?? usual);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`--${flag} takes a whole number from 1, not ${text}`);
  }
  return value;
}

function npm(...args: readonly string[]): void {
  execFileSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
}
