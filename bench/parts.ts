import { ENGINE_NAMES, type EngineName } from "../test/engines/engine.ts";
import { installEngines, isForTests } from "../test/engines/install.ts";
import { benchBindings } from "./bindings.ts";
import { benchColdStart } from "./cold-start.ts";
import { benchColumns } from "./columns.ts";
import { COLUMN_ENGINES, type ColumnEngineName } from "./engines/index.ts";
import { benchGroups } from "./groups.ts";
import { benchGrowth } from "./growth.ts";
import { importColumns, importIsoform, importLanguage } from "./isoform.ts";
import { benchLanguage } from "./language.ts";
import { benchParse } from "./parse.ts";
import { columnsFigures } from "./record/columns.ts";
import type { NewFigure } from "./record/figure-record.ts";
import { growthFigures } from "./record/growth.ts";
import { coldFigures, parseFigures, rowsFigures } from "./record/rows.ts";
import { shapesFigures } from "./record/shapes.ts";
import { serviceFigures, sqlFigures } from "./record/speed.ts";
import { threadsFigures } from "./record/threads.ts";
import {
  coldStartTable,
  filterTable,
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
import { benchRows } from "./rows.ts";
import { benchShapes } from "./shapes/bench.ts";
import { byHandTable, seedReport, shapesSummary } from "./shapes/report.ts";
import { benchThreads } from "./threads.ts";

/** The amount of work. */
export interface PartOptions {
  readonly rows: number;
  readonly rounds: number;
  readonly seed: number;
  readonly growthSizes: readonly number[];
  readonly coldStarts: number;
  readonly serviceRows: number;
  readonly shapesRows: number;
  readonly formulas: number;
  readonly columnEngines: readonly ColumnEngineName[];
  readonly sqlEngines: readonly EngineName[];
}

interface PartResult {
  /** The complete results. */
  readonly raw: object;
  /** The figures for pages. */
  readonly figures?: readonly NewFigure[];
}

interface Part {
  readonly about: string;
  /** Measures and prints; `undefined` if the machine lacks a requirement of the benchmark. */
  run(options: PartOptions): Promise<PartResult | undefined>;
}

/** The benchmarks, in the order in which they run. */
export const PARTS: Readonly<Record<string, Part>> = {
  rows: {
    about: "filtering rows: isoform, by hand, and its peers; bound parameters beside literals",
    async run(options) {
      const isoform = await importIsoform();
      const result = benchRows(isoform, options, (filter) => print(filterTable(filter)));
      print(rowsSummary(result));
      const bindings = benchBindings(isoform, options);
      print(bindingsSummary(bindings));
      return { raw: { ...result, bindings }, figures: rowsFigures(result) };
    },
  },
  columns: {
    about:
      "the same filters over columns, beside other engines that hold columns: row numbers and counts",
    async run({ columnEngines: engines, ...options }) {
      await compiledEngines();
      const modules = await importColumns();
      const result = await benchColumns(modules, { ...options, engines }, (filter) =>
        print(filterTable(filter)),
      );
      print(columnsSummary(result));
      return { raw: result, figures: columnsFigures(result) };
    },
  },
  groups: {
    about: "summaries of columns, against DuckDB with one thread",
    async run(options) {
      await compiledEngines();
      const result = await benchGroups(options, (figures) => print(groupsTable(figures)));
      print(groupsSummary(result));
      return { raw: result };
    },
  },
  growth: {
    about: "columns of ten thousand rows to thirty million, in a process each: time and memory",
    async run({ growthSizes: sizes, rounds, seed }) {
      const result = benchGrowth({ rounds, seed, sizes }, (step, previous) =>
        print(growthLines(step, previous)),
      );
      print(growthSummary(result));
      return { raw: result, figures: growthFigures(result) };
    },
  },
  parse: {
    about: "from the text of a formula to something that runs",
    async run({ rounds }) {
      const result = benchParse(await importIsoform(), rounds);
      print(parseTable(result));
      return { raw: result, figures: parseFigures(result) };
    },
  },
  language: {
    about: "what an editor asks for at each keystroke",
    async run({ rounds }) {
      const result = benchLanguage(await importLanguage(), rounds);
      print(languageTable(result));
      return { raw: result };
    },
  },
  playground: {
    about:
      "in Chromium, from a key to the frame that shows the records, and the page's longest tasks",
    async run({ rounds }) {
      const { benchPlayground, PLAYGROUND_NEED } = await import("./playground.ts");
      if (PLAYGROUND_NEED.missing !== undefined) {
        print(`The playground is left out: ${PLAYGROUND_NEED.missing}`);
        return;
      }
      const result = await benchPlayground(rounds);
      print(playgroundSummary(result));
      return { raw: result };
    },
  },
  cold: {
    about: "from the start of a process to the first answer",
    async run({ coldStarts }) {
      const result = benchColdStart(coldStarts);
      print(coldStartTable(result));
      return { raw: result, figures: coldFigures(result) };
    },
  },
  sql: {
    about: "compiled SQL against SQL by hand, on database engines",
    async run({ sqlEngines: engines, ...options }) {
      await compiledEngines();
      const { benchSql } = await import("./sql.ts");
      const result = await benchSql({ ...options, engines }, (engine, filter) =>
        print(sqlFilterTable(engine, filter)),
      );
      print(sqlSummary(result));
      return { raw: result, figures: sqlFigures(result) };
    },
  },
  service: {
    about: "requests a second, against a bare handler with the filter by hand (100000 rows)",
    async run({ serviceRows: rows, rounds }) {
      const { benchService } = await import("./service.ts");
      const result = await benchService({ rows, rounds }, (filter) => print(serviceLine(filter)));
      print(serviceSummary(result));
      return { raw: result, figures: serviceFigures(result) };
    },
  },
  threads: {
    about: "searches of large tables in several threads, and the requests that come meanwhile",
    async run(options) {
      const result = await benchThreads(options);
      print(`${threadsTables(result)}\n\n${threadsSummary(result)}`);
      return { raw: result, figures: threadsFigures(result) };
    },
  },
  shapes: {
    about:
      "columns against rows, for formulas drawn at random, and rows against forty filters by hand",
    async run({ shapesRows: rows, rounds, seed, formulas }) {
      await compiledEngines();
      const options = { rows, rounds, seed, formulas };
      const modules = await importColumns();
      const own = benchShapes(modules, options, (seedResult) => print(seedReport(seedResult)));
      const { benchPeers } = await import("./shapes/peers.ts");
      const result = { ...own, ...(await benchPeers(modules, options)) };
      print(`${byHandTable(result)}\n\n${shapesSummary(result)}`);
      return { raw: result, figures: shapesFigures(result) };
    },
  },
};

/** The requested engines among those of a benchmark. */
export function enginesNamed<Name extends string>(
  known: readonly Name[],
  named: readonly string[] | undefined,
): readonly Name[] {
  const every: readonly string[] = [...COLUMN_ENGINES, ...ENGINE_NAMES];
  for (const name of named ?? []) {
    if (!every.includes(name)) {
      throw new RangeError(`--engines knows ${[...new Set(every)].join(", ")}, not ${name}`);
    }
  }
  return named === undefined ? known : known.filter((name) => named.includes(name));
}

async function compiledEngines(): Promise<void> {
  await installEngines("all");
  if (isForTests()) {
    const advice = "run `npm rebuild better-sqlite3` in test/engines/all first";
    throw new Error(`better-sqlite3 was compiled quickly, for tests: ${advice}`);
  }
}

function print(text: string): void {
  console.log(`${text}\n`);
}
