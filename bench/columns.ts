import { start } from "../test/engines/engine.ts";
import { type Car, makeCars } from "./cars.ts";
import {
  arrayFilterByHand,
  COUNT,
  columnMask,
  ours,
  ownColumns,
  ROW_NUMBERS,
} from "./contestant-names.ts";
import { carColumns } from "./engines/car-columns.ts";
import type { ColumnEngine, Question, RowNumbers } from "./engines/engine.ts";
import { type ColumnEngineName, columnEngines } from "./engines/index.ts";
import { type CarFilter, type FilterId, filters } from "./filters.ts";
import { freshArrayFilter, freshCopy } from "./fresh.ts";
import { type ColumnModules, carSchema } from "./isoform.ts";
import { limitsOf } from "./limits.ts";
import {
  type AsyncContestant,
  collectAllGarbage,
  type Measurement,
  measure,
  measureAsync,
} from "./measure.ts";
import { type FilterResult, meansOf, type RowsOptions, type RowsResult } from "./rows.ts";

const unsorted = "the filter alone";
export const sorted = "sorted by price, the first 10";

export interface ColumnsOptions extends RowsOptions {
  readonly engines: readonly ColumnEngineName[];
}

export interface ColumnsResult extends Omit<RowsResult, "everyNth"> {
  /** Milliseconds to build columns of the cars. */
  readonly building: number;
  /** The size of the columns in bytes, as they report it. */
  readonly memory: number;
  /** The versions of the engines. */
  readonly versions: Readonly<Record<string, string>>;
  /** The reason why an engine has no figures. */
  readonly absent: Readonly<Record<string, string>>;
  /** The time for the first row numbers in an order, relative to all row numbers. */
  readonly sorting: readonly {
    readonly id: FilterId;
    readonly contestants: readonly Measurement[];
  }[];
}

type Columns = ReturnType<ColumnModules["columns"]["Columns"]["from"]>;

/** Columns compared with rows and other engines, over the same cars. */
export async function benchColumns(
  modules: ColumnModules,
  { engines: names, ...options }: ColumnsOptions,
  onFilter: (result: FilterResult) => void,
): Promise<ColumnsResult> {
  const cars = makeCars(options.rows, options.seed);
  collectAllGarbage();
  const begin = performance.now();
  const columns = modules.columns.Columns.from(cars, carSchema(modules.isoform));
  const building = performance.now() - begin;
  const { engines, absent } = await startAll(names, cars);
  try {
    const results: FilterResult[] = [];
    for (const filter of filters) {
      const result = await benchFilter(modules, filter, cars, columns, engines, options.rounds);
      onFilter(result);
      results.push(result);
    }
    return {
      ...options,
      building,
      memory: columns.memory,
      versions: Object.fromEntries([...engines].map(([name, { version }]) => [name, version])),
      absent,
      filters: results,
      means: meansOf(results),
      sorting: filters.map((filter) =>
        benchSorting(modules, filter, cars, columns, options.rounds),
      ),
    };
  } finally {
    for (const engine of engines.values()) await engine.close();
  }
}

interface StartedEngines {
  readonly engines: ReadonlyMap<string, ColumnEngine>;
  readonly absent: Readonly<Record<string, string>>;
}

async function startAll(
  names: readonly ColumnEngineName[],
  cars: readonly Car[],
): Promise<StartedEngines> {
  const engines = new Map<string, ColumnEngine>();
  const absent: Record<string, string> = {};
  for (const { name, start: begin } of names.flatMap((one) => columnEngines[one])) {
    const started = await start(name, () => begin(cars));
    if (started.ok) engines.set(name, started.engine);
    else absent[name] = started.reason;
  }
  return { engines, absent };
}

async function benchFilter(
  { isoform }: ColumnModules,
  filter: CarFilter,
  cars: readonly Car[],
  columns: Columns,
  engines: ReadonlyMap<string, ColumnEngine>,
  rounds: number,
): Promise<FilterResult> {
  collectAllGarbage();
  const formula = isoform.compileOrThrow(filter.formula, carSchema(isoform));
  const byHand = freshArrayFilter(freshCopy(filter.matches));
  const wanted = rowsOf(filter, cars);
  const given = { units: cars.length, expected: wanted.length };
  const contestants: AsyncContestant[] = [
    { name: arrayFilterByHand, ...given, run: () => byHand(cars).length },
    { name: ours, ...given, run: () => formula.filter(cars).length },
  ];
  const question: Question = {
    rows: () => formula.select(columns),
    count: () => columns.count(formula),
  };
  const questions: (readonly [name: string, question: Question])[] = [[ownColumns, question]];
  for (const [name, engine] of engines) questions.push([name, await engine.prepare(filter)]);
  for (const [name, { rows, count }] of questions) {
    expectRows(`${name} on ${filter.id}`, await rows(), wanted);
    contestants.push(
      { name: `${name}${ROW_NUMBERS}`, ...given, run: () => lengthOf(rows()) },
      { name: `${name}${COUNT}`, ...given, run: count },
    );
    if (name === ownColumns) {
      contestants.push({ name: columnMask, ...given, run: () => formula.mask(columns).count });
    }
  }
  const limits = limitsOf(cars, numbersIn(formula.fields)).map(
    (limit): AsyncContestant => ({ units: cars.length, ...limit }),
  );
  return {
    id: filter.id,
    formula: filter.formula,
    share: wanted.length / cars.length,
    contestants: await measureAsync([...contestants, ...limits], {
      rounds,
      warmups: 2,
      baseline: arrayFilterByHand,
    }),
  };
}

/** A sorted page, compared with all matches in any order. */
function benchSorting(
  { isoform }: ColumnModules,
  filter: CarFilter,
  cars: readonly Car[],
  columns: Columns,
  rounds: number,
): ColumnsResult["sorting"][number] {
  const formula = isoform.compileOrThrow(filter.formula, carSchema(isoform));
  const page = { sort: [{ field: "price" }], limit: 10 };
  const wanted = rowsOf(filter, cars);
  const first = wanted.toSorted((a, b) => byPrice(cars[a], cars[b])).slice(0, page.limit);
  expectRows(`${filter.id} in order`, formula.select(columns, page), first);
  const units = cars.length;
  const contestants = [
    {
      name: unsorted,
      units,
      expected: wanted.length,
      run: () => formula.select(columns).length,
    },
    {
      name: sorted,
      units,
      expected: first.length,
      run: () => formula.select(columns, page).length,
    },
  ];
  return {
    id: filter.id,
    contestants: measure(contestants, { rounds, warmups: 2, baseline: unsorted }),
  };
}

/** By the price, then by the key. */
function byPrice(a: Car | undefined, b: Car | undefined): number {
  if (a === undefined || b === undefined) throw new RangeError("there is no such car");
  return a.price - b.price || (a.vin < b.vin ? -1 : 1);
}

function rowsOf({ matches }: CarFilter, cars: readonly Car[]): number[] {
  return cars.flatMap((car, row) => (matches(car) ? [row] : []));
}

function numbersIn(fields: readonly string[]): readonly (keyof Car)[] {
  return carColumns
    .filter(([name, kind]) => !kind.endsWith("text") && fields.includes(name))
    .map(([name]) => name);
}

function expectRows(who: string, found: RowNumbers, wanted: readonly number[]): void {
  if (found.length !== wanted.length || wanted.some((row, index) => found[index] !== row)) {
    throw new Error(`${who} finds other rows`);
  }
}

function lengthOf(rows: RowNumbers | Promise<RowNumbers>): number | Promise<number> {
  return rows instanceof Promise ? rows.then(({ length }) => length) : rows.length;
}
