import { type Car, makeCars } from "./cars.ts";
import { arrayFilterByHand, loopByHand, ours } from "./contestant-names.ts";
import { type CarFilter, type FilterId, filters } from "./filters.ts";
import { type Filtering, freshArrayFilter, freshCopy, freshLoop } from "./fresh.ts";
import { carSchema, type Isoform } from "./isoform.ts";
import {
  type Contestant,
  collectAllGarbage,
  geometricMean,
  type Measurement,
  measure,
} from "./measure.ts";
import { peers } from "./peers/index.ts";

export interface RowsOptions {
  readonly rows: number;
  readonly rounds: number;
  readonly seed: number;
}

export interface FilterResult {
  readonly id: FilterId;
  readonly formula: string;
  /** The share of matching rows. */
  readonly share: number;
  /** Ratios are to a handwritten `rows.filter`. */
  readonly contestants: readonly Measurement[];
}

export interface RowsResult extends RowsOptions {
  readonly filters: readonly FilterResult[];
  /** The geometric mean of a contestant's ratios, if it can express all filters. */
  readonly means: Readonly<Record<string, number>>;
  /** Contestants that got only every n-th row. */
  readonly everyNth: Readonly<Record<string, number>>;
}

export interface RowContestant {
  readonly name: string;
  readonly everyNth: number;
  readonly filtering: Filtering;
}

/** All contestants that can express the filter, compiled, each with separate code. */
export function rowContestants(isoform: Isoform, filter: CarFilter): RowContestant[] {
  const formula = isoform.compileOrThrow(filter.formula, carSchema(isoform));
  const own: RowContestant[] = [
    { name: ours, everyNth: 1, filtering: (cars) => formula.filter(cars) },
    {
      name: arrayFilterByHand,
      everyNth: 1,
      filtering: freshArrayFilter(freshCopy(filter.matches)),
    },
    { name: loopByHand, everyNth: 1, filtering: freshLoop(freshCopy(filter.matches)) },
  ];
  const others = peers.flatMap((peer) => {
    const filtering = peer.prepare(filter);
    return filtering === undefined
      ? []
      : [{ name: peer.name, everyNth: peer.everyNth ?? 1, filtering }];
  });
  return [...own, ...others];
}

export function benchRows(
  isoform: Isoform,
  options: RowsOptions,
  onFilter: (result: FilterResult) => void,
): RowsResult {
  const cars = makeCars(options.rows, options.seed);
  const results = filters.map((filter) => {
    const result = benchFilter(isoform, filter, cars, options.rounds);
    onFilter(result);
    return result;
  });
  return { ...options, filters: results, means: meansOf(results), everyNth: sampledPeers() };
}

function benchFilter(
  isoform: Isoform,
  filter: CarFilter,
  cars: readonly Car[],
  rounds: number,
): FilterResult {
  collectAllGarbage();
  const matched = cars.filter(freshCopy(filter.matches)).length;
  const contestants = rowContestants(isoform, filter).map((contestant) =>
    overCars(contestant, filter, cars),
  );
  return {
    id: filter.id,
    formula: filter.formula,
    share: matched / cars.length,
    contestants: measure(contestants, { rounds, warmups: 2, baseline: arrayFilterByHand }),
  };
}

function overCars(
  { name, everyNth, filtering }: RowContestant,
  filter: CarFilter,
  cars: readonly Car[],
): Contestant {
  // Every n-th rather than the first n, which would fit into the processor's cache.
  const given = everyNth === 1 ? cars : cars.filter((_, index) => index % everyNth === 0);
  return {
    name,
    units: given.length,
    expected: given.filter(freshCopy(filter.matches)).length,
    run: () => filtering(given).length,
  };
}

/** The means of contestants that can express every filter. */
export function meansOf(results: readonly FilterResult[]): Record<string, number> {
  const measured = results.flatMap(({ contestants }) => contestants);
  const means: Record<string, number> = {};
  for (const name of new Set(measured.map((one) => one.name))) {
    const ratios = measured.filter((one) => one.name === name).map(({ ratio }) => ratio.median);
    if (ratios.length === results.length) means[name] = geometricMean(ratios);
  }
  return means;
}

function sampledPeers(): Record<string, number> {
  return Object.fromEntries(
    peers.flatMap(({ name, everyNth }) => (everyNth === undefined ? [] : [[name, everyNth]])),
  );
}
