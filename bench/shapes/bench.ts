import { rowScope } from "../../src/backends/rows/index.ts";
import { internals } from "../../src/language/core/compiled.ts";
import { evaluate } from "../../src/language/core/evaluate.ts";
import { freshArrayFilter, freshCopy } from "../fresh.ts";
import type { ColumnModules } from "../isoform.ts";
import { collectAllGarbage, type Measurement, measure, quantile } from "../measure.ts";
import { type CarShape, carShapes } from "./by-hand.ts";
import { type DrawnShape, drawShapes } from "./draw.ts";
import { type Held, hold } from "./held.ts";
import type { PeerResults } from "./peer.ts";
import { makeTables, type Row, type Table } from "./tables.ts";

export interface ShapesOptions {
  readonly rows: number;
  readonly rounds: number;
  readonly seed: number;
  readonly formulas: number;
}

/** The times of a formula: nanoseconds per row, and ratios. */
interface ShapeFigures {
  readonly table: Table["name"];
  readonly formula: string;
  /** The share of matching rows. */
  readonly share: number;
  /** `filter(rows)`, in nanoseconds per row. */
  readonly rows: number;
  /** The ratio of columns to `filter(rows)`. */
  readonly columns: number;
  /** The ratio of the reference evaluator to `filter(rows)`. */
  readonly reference: number;
}

interface HandFigures {
  readonly formula: string;
  /** The ratios of `filter(rows)` and columns to a handwritten `rows.filter`. */
  readonly rows: number;
  readonly columns: number;
}

interface Distribution {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** The figures of one seed. */
export interface SeedResult {
  readonly seed: number;
  readonly columns: Distribution;
  /** All ratios of columns to `filter(rows)`, ascending. */
  readonly ratios: readonly number[];
  readonly worst: readonly ShapeFigures[];
}

export interface ShapesResult extends ShapesOptions, PeerResults {
  /** The seed of the record, and a random one. */
  readonly seeds: readonly SeedResult[];
  readonly byHand: readonly HandFigures[];
}

const OURS = "filter(rows)";
const COLUMNS = "columns";
const REFERENCE = "reference";
const BY_HAND = "by hand";
/** The reference evaluator gets every n-th row: it is slow, and its time per row does not depend on their number. */
const EVERY_NTH = 100;
const WORST = 10;
const WARMUPS = 2;
/** The least number of rounds for handwritten filters: with only a few, the worst of forty ratios near 1 is noise. */
const HAND_ROUNDS = 11;
const FRESH_SEEDS = 1_000_000;

/** Columns compared with rows and the reference evaluator, for random formulas that nobody has optimized for. */
export function benchShapes(
  modules: ColumnModules,
  options: ShapesOptions,
  onSeed: (result: SeedResult) => void,
): ShapesResult {
  const tables = makeTables(options.rows, options.seed);
  const held = new Map(tables.map((table) => [table, hold(table, modules)]));
  const fresh = Date.now() % FRESH_SEEDS;
  const seeds = [options.seed, fresh].map((seed) => {
    const shapes = drawShapes(tables, options.formulas, seed);
    const figures = shapes.map((shape) =>
      benchShape(modules, shape, held.get(shape.table) as Held, options),
    );
    const result = summary(seed, figures);
    onSeed(result);
    return result;
  });
  const [cars] = tables as readonly [Table, Table];
  const byHand = carShapes.map((shape) =>
    benchByHand(modules, shape, cars, held.get(cars) as Held, options),
  );
  return { ...options, seeds, byHand };
}

function benchShape(
  { isoform }: ColumnModules,
  { table, source, formula: ownFormula }: DrawnShape,
  { schema, columns }: Held,
  { rounds }: ShapesOptions,
): ShapeFigures {
  const formula = isoform.compileOrThrow(source, schema);
  const condition = internals(ownFormula).condition;
  const now = Date.now();
  const matches = (row: Row): boolean => evaluate(condition, rowScope(row, now)) === true;
  const some = table.rows.filter((_, index) => index % EVERY_NTH === 0);
  const found = formula.filter(table.rows);
  expectSame(source, some.filter(matches), formula.filter(some));
  expectSame(
    source,
    found,
    [...formula.select(columns)].map((row) => table.rows[row]),
  );
  const units = table.rows.length;
  const figures = measure(
    [
      { name: OURS, units, expected: found.length, run: () => formula.filter(table.rows).length },
      { name: COLUMNS, units, expected: found.length, run: () => formula.select(columns).length },
      {
        name: REFERENCE,
        units: some.length,
        expected: some.filter(matches).length,
        run: () => some.filter(matches).length,
      },
    ],
    { rounds, warmups: WARMUPS, baseline: OURS },
  );
  return {
    table: table.name,
    formula: source,
    share: found.length / units,
    rows: find(figures, OURS).time.median,
    columns: find(figures, COLUMNS).ratio.median,
    reference: find(figures, REFERENCE).ratio.median,
  };
}

function expectSame(source: string, wanted: readonly unknown[], found: readonly unknown[]): void {
  if (found.length !== wanted.length || wanted.some((row, index) => row !== found[index])) {
    throw new Error(`not all ways find the same rows: ${source}`);
  }
}

function benchByHand(
  { isoform }: ColumnModules,
  { formula: source, matches }: CarShape,
  { rows }: Table,
  { schema, columns }: Held,
  { rounds }: ShapesOptions,
): HandFigures {
  collectAllGarbage();
  const formula = isoform.compileOrThrow(source, schema);
  const byHand = freshArrayFilter<Row>(freshCopy(matches as (row: Row) => boolean));
  const found = formula.filter(rows);
  expectSame(source, byHand(rows), found);
  const [units, expected] = [rows.length, found.length];
  const figures = measure(
    [
      { name: BY_HAND, units, expected, run: () => byHand(rows).length },
      { name: OURS, units, expected, run: () => formula.filter(rows).length },
      { name: COLUMNS, units, expected, run: () => formula.select(columns).length },
    ],
    { rounds: Math.max(rounds, HAND_ROUNDS), warmups: WARMUPS, baseline: BY_HAND },
  );
  return {
    formula: source,
    rows: find(figures, OURS).ratio.median,
    columns: find(figures, COLUMNS).ratio.median,
  };
}

function find(figures: readonly Measurement[], wanted: string): Measurement {
  return figures.find(({ name }) => name === wanted) as Measurement;
}

function summary(seed: number, figures: readonly ShapeFigures[]): SeedResult {
  const sorted = [...figures].sort((a, b) => b.columns - a.columns);
  const ratios = sorted.map(({ columns }) => columns).reverse();
  return {
    seed,
    columns: {
      median: quantile(ratios, 0.5),
      p95: quantile(ratios, 0.95),
      p99: quantile(ratios, 0.99),
      most: quantile(ratios, 1),
    },
    ratios,
    worst: sorted.slice(0, WORST),
  };
}
