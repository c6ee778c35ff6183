import { type Car, makeCars } from "./cars.ts";
import { type CarFilter, filters } from "./filters.ts";
import { freshArrayFilter, freshCopy } from "./fresh.ts";
import { type ColumnModules, carSchema } from "./isoform.ts";
import { collectAllGarbage, geometricMean, measure } from "./measure.ts";
import {
  arrayFilterByHand,
  type FilterResult,
  ours,
  type RowsOptions,
  type RowsResult,
} from "./rows.ts";

export const columnRows = "isoform columns, row numbers";
const columnCount = "isoform columns, count";

export interface ColumnsResult extends Omit<RowsResult, "everyNth"> {
  /** Milliseconds to make columns of the cars. */
  readonly building: number;
  /** Bytes that the columns take, by their own reckoning. */
  readonly memory: number;
}

/** Columns beside rows, over the same cars. */
export function benchColumns(
  modules: ColumnModules,
  options: RowsOptions,
  onFilter: (result: FilterResult) => void,
): ColumnsResult {
  const cars = makeCars(options.rows, options.seed);
  collectAllGarbage();
  const start = performance.now();
  const columns = modules.columns.Columns.from(cars, carSchema(modules.isoform));
  const building = performance.now() - start;
  const results = filters.map((filter) => {
    const result = benchFilter(modules, filter, cars, columns, options.rounds);
    onFilter(result);
    return result;
  });
  return {
    ...options,
    building,
    memory: columns.memory,
    filters: results,
    means: meansOf(results),
  };
}

function benchFilter(
  { isoform }: ColumnModules,
  filter: CarFilter,
  cars: readonly Car[],
  columns: InstanceType<ColumnModules["columns"]["Columns"]>,
  rounds: number,
): FilterResult {
  collectAllGarbage();
  const formula = isoform.compileOrThrow(filter.formula, carSchema(isoform));
  const byHand = freshArrayFilter(freshCopy(filter.matches));
  const wanted = cars.flatMap((car, index) => (filter.matches(car) ? [index] : []));
  const found = formula.select(columns);
  if (found.length !== wanted.length || wanted.some((row, index) => found[index] !== row)) {
    throw new Error(`columns select other rows for ${filter.id}`);
  }
  const given = { units: cars.length, expected: wanted.length };
  const contestants = [
    { name: arrayFilterByHand, ...given, run: () => byHand(cars).length },
    { name: ours, ...given, run: () => formula.filter(cars).length },
    { name: columnRows, ...given, run: () => formula.select(columns).length },
    { name: columnCount, ...given, run: () => columns.count(formula) },
  ];
  return {
    id: filter.id,
    formula: filter.formula,
    share: wanted.length / cars.length,
    contestants: measure(contestants, { rounds, warmups: 2, baseline: arrayFilterByHand }),
  };
}

function meansOf(results: readonly FilterResult[]): Record<string, number> {
  const names = new Set(results.flatMap(({ contestants }) => contestants.map(({ name }) => name)));
  return Object.fromEntries(
    [...names].map((name) => {
      const ratios = results.map(
        ({ contestants }) =>
          contestants.find((one) => one.name === name)?.ratio.median ?? Number.NaN,
      );
      return [name, geometricMean(ratios)];
    }),
  );
}
