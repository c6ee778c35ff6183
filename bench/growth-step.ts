import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Car, carsOneByOne } from "./cars.ts";
import { type FilterId, filters } from "./filters.ts";
import { type ColumnModules, carSchema, importColumns } from "./isoform.ts";
import { collectAllGarbage, measure, type Spread } from "./measure.ts";

export interface GrowthOptions {
  readonly rows: number;
  readonly rounds: number;
  readonly seed: number;
}

export interface GrowthStep extends GrowthOptions {
  /** Milliseconds to build columns of the cars, without generating the cars. */
  readonly building: number;
  /** The size of the columns in bytes, as they report it. */
  readonly memory: number;
  /** The resident memory in bytes: after building the columns, and at its peak. */
  readonly resident: { readonly built: number; readonly most: number };
  readonly filters: readonly {
    readonly id: FilterId;
    /** Nanoseconds per row, for the row numbers and for their count. */
    readonly rows: Spread;
    readonly count: Spread;
  }[];
}

/** The most cars in memory at a time. */
const AT_ONCE = 8192;
/** The least number of rows in a run: fewer rows are filtered repeatedly. */
const UNITS = 1_000_000;

export function growthStep(modules: ColumnModules, options: GrowthOptions): GrowthStep {
  const { isoform } = modules;
  const { rows, rounds, seed } = options;
  const schema = carSchema(isoform);
  const columns = modules.columns.Columns.from([], schema);
  const expected = filters.map(() => new Digest());
  let building = 0;
  let cars: Car[] = [];
  const append = (): void => {
    for (const [index, { matches }] of filters.entries()) {
      cars.forEach((car, place) => {
        if (matches(car)) expected[index]?.add(columns.length + place);
      });
    }
    const begin = performance.now();
    columns.append(cars);
    building += performance.now() - begin;
    cars = [];
  };
  for (const car of carsOneByOne(rows, seed)) if (cars.push(car) === AT_ONCE) append();
  append();
  collectAllGarbage();
  const built = process.memoryUsage.rss();

  const times = Math.ceil(UNITS / rows);
  const measured = filters.map(({ id, formula: source }, index) => {
    const formula = isoform.compileOrThrow(source, schema);
    const wanted = expected[index] ?? new Digest();
    const found = new Digest();
    for (const row of formula.select(columns)) found.add(row);
    if (!found.equals(wanted)) throw new Error(`columns select other rows for ${id}`);
    const given = { units: times * rows, expected: times * wanted.count };
    const repeated = (run: () => number) => () => {
      let sum = 0;
      for (let time = 0; time < times; time++) sum += run();
      return sum;
    };
    const select = "row numbers";
    const contestants = [
      { name: select, ...given, run: repeated(() => formula.select(columns).length) },
      { name: "count", ...given, run: repeated(() => columns.count(formula)) },
    ];
    const [toRows, toCount] = measure(contestants, { rounds, warmups: 2, baseline: select });
    if (toRows === undefined || toCount === undefined) throw new Error("nothing was measured");
    return { id, rows: toRows.time, count: toCount.time };
  });
  return {
    ...options,
    building,
    memory: columns.memory,
    resident: { built, most: mostResident() },
    filters: measured,
  };
}

/** The peak resident memory in bytes; the system reports kilobytes. */
function mostResident(): number {
  try {
    // `resourceUsage` includes the parent process.
    const status = readFileSync("/proc/self/status", "utf8");
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** A digest of ordered row numbers, when there is no memory to store them. */
class Digest {
  count = 0;
  #hash = 0;

  add(row: number): void {
    this.count++;
    this.#hash = (Math.imul(this.#hash, 31) + row) | 0;
  }

  equals(other: Digest): boolean {
    return this.count === other.count && this.#hash === other.#hash;
  }
}

const [, script, argument] = process.argv;
if (script === fileURLToPath(import.meta.url) && argument !== undefined) {
  console.log(JSON.stringify(growthStep(await importColumns(), JSON.parse(argument))));
}
