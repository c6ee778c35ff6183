import type { ColumnMapping } from "../src/backends/sql/table-mapping.ts";
import * as isoform from "../src/index.ts";
import { dialectOf } from "../test/backends/sql/dialects.ts";
import { startSqlite } from "../test/engines/drivers/sqlite.ts";
import {
  type Engine,
  type EngineColumn,
  type EngineName,
  type Started,
  start,
  startEngine,
} from "../test/engines/engine.ts";
import { type Car, makeCars } from "./cars.ts";
import { ours } from "./contestant-names.ts";
import { type CarFilter, type FilterId, filters } from "./filters.ts";
import { carSchema } from "./isoform.ts";
import { type AsyncContestant, geometricMean, type Measurement, measureAsync } from "./measure.ts";
import { byHand, type Condition, sqlByHand } from "./sql-by-hand.ts";

/** The same with a mapping without ranges, and without any mapping. */
const withoutRanges = "isoform, no ranges";
const withoutColumns = "isoform, no columns";

export interface SqlOptions {
  readonly rows: number;
  readonly rounds: number;
  readonly seed: number;
  readonly engines: readonly EngineName[];
}

export interface SqlFilterResult {
  readonly id: FilterId;
  readonly formula: string;
  readonly share: number;
  /** Ratios are to the handwritten SQL. */
  readonly contestants: readonly Measurement[];
}

interface SqlEngineResult {
  readonly engine: EngineName;
  readonly version: string;
  readonly filters: readonly SqlFilterResult[];
  /** The geometric mean of a contestant's ratios. */
  readonly means: Readonly<Record<string, number>>;
}

export interface SqlResult extends Omit<SqlOptions, "engines"> {
  readonly engines: readonly SqlEngineResult[];
  /** The reason why an engine has no figures. */
  readonly absent: Readonly<Partial<Record<EngineName, string>>>;
}

const TABLE = "cars";

/** The types that fit the values; only `tax` is nullable. */
const columns: Readonly<Record<keyof Car, Omit<EngineColumn, "name">>> = {
  url: { storage: "text", notNull: true, length: 100 },
  vin: { storage: "text", notNull: true, length: 17 },
  country: { storage: "text", notNull: true, length: 20 },
  currency: { storage: "text", notNull: true, length: 3 },
  modelLetter: { storage: "text", notNull: true, length: 1 },
  odometer: { storage: "integer", notNull: true },
  optionCodes: { storage: "text", notNull: true, length: 200 },
  price: { storage: "double", notNull: true },
  tax: { storage: "double" },
  title: { storage: "text", notNull: true, length: 60 },
  year: { storage: "integer", notNull: true },
};

const columnNames = Object.keys(columns) as readonly (keyof Car)[];

/** The mapping, from the table's definition. */
const definition: Readonly<Record<string, ColumnMapping>> = Object.fromEntries(
  columnNames.map((name) => {
    const { storage, notNull = false } = columns[name];
    return [name, { ...(storage === "integer" ? { storage } : {}), notNull }];
  }),
);

/** Handwritten SQL also assumes ranges: sums and quotients of these columns cannot overflow or underflow. */
export const ranges = { price: [1, 1e7], tax: [0, 1e7], odometer: [0, 1e7] } as const;

const mapping: Readonly<Record<string, ColumnMapping>> = {
  ...definition,
  ...Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, { ...definition[name], range }]),
  ),
};

const rowsAtOnce = 20_000;

/** Loads the cars into a table, and prepares the engine for measurements. */
export async function loadCars(engine: Engine, cars: readonly Car[]): Promise<void> {
  const definitions = columnNames.map((name) => ({ name, ...columns[name] }));
  // A realistic table: in memory only if all tables of the engine are.
  const options = engine.name === "clickhouse" ? { orderBy: ["vin"] } : {};
  await engine.createTable(TABLE, definitions, options);
  for (let first = 0; first < cars.length; first += rowsAtOnce) {
    const rows = cars.slice(first, first + rowsAtOnce);
    await engine.insert(
      TABLE,
      definitions,
      rows.map((car) => columnNames.map((name) => car[name])),
    );
  }
  for (const statement of PREPARATION[engine.name]) await engine.execute(statement);
}

/** Single-threaded, so that other work on the machine matters less; tables after vacuum and similar maintenance. */
const PREPARATION: Readonly<Record<EngineName, readonly string[]>> = {
  sqlite: ["ANALYZE"],
  duckdb: [],
  postgres: [
    "SET max_parallel_workers_per_gather = 0",
    "VACUUM (ANALYZE, FREEZE) cars",
    "CHECKPOINT",
  ],
  mariadb: ["SET GLOBAL innodb_buffer_pool_size = 1073741824", "ANALYZE TABLE cars"],
  clickhouse: ["OPTIMIZE TABLE cars FINAL"],
};

/** The contestants for a filter, each with its own SQL. */
export function conditionsFor(
  engine: EngineName,
  { id, formula }: CarFilter,
): Readonly<Record<string, Condition>> {
  const compiled = isoform.compileOrThrow(formula, carSchema(isoform));
  const condition = (known: Readonly<Record<string, ColumnMapping>>): Condition => {
    const { where, params, residual } = compiled.toSql(dialectOf(engine), {
      table: TABLE,
      columns: known,
    });
    if (residual !== undefined) throw new Error(`${engine} does not decide all of ${id}`);
    return { where, params };
  };
  return {
    [sqlByHand]: byHand(engine, id),
    [ours]: condition(mapping),
    [withoutRanges]: condition(definition),
    [withoutColumns]: condition({}),
  };
}

export async function benchSql(
  { rows, rounds, seed, engines }: SqlOptions,
  onFilter: (engine: EngineName, result: SqlFilterResult) => void,
): Promise<SqlResult> {
  const cars = makeCars(rows, seed);
  const results: SqlEngineResult[] = [];
  const absent: Partial<Record<EngineName, string>> = {};
  for (const name of engines) {
    const started = await startForBench(name);
    if (!started.ok) {
      absent[name] = started.reason;
      continue;
    }
    const { engine } = started;
    try {
      await loadCars(engine, cars);
      const measured: SqlFilterResult[] = [];
      for (const filter of filters) {
        const result = await benchFilter(engine, filter, cars, rounds);
        onFilter(name, result);
        measured.push(result);
      }
      const { version } = engine;
      results.push({ engine: name, version, filters: measured, means: meansOf(measured) });
    } finally {
      await engine.close();
    }
  }
  return { rows, rounds, seed, engines: results, absent };
}

/** Native SQLite, as servers use it, if it is compiled; otherwise sql.js. */
async function startForBench(name: EngineName): Promise<Started<Engine>> {
  if (name !== "sqlite") return startEngine(name);
  const native = await start(name, () => startSqlite({ driver: "better-sqlite3" }));
  return native.ok ? native : startEngine(name);
}

async function benchFilter(
  engine: Engine,
  filter: CarFilter,
  cars: readonly Car[],
  rounds: number,
): Promise<SqlFilterResult> {
  const expected = cars.filter(filter.matches).length;
  const conditions = conditionsFor(engine.name, filter);
  const contestants = Object.entries(conditions).map(
    ([name, { where, params }]): AsyncContestant => ({
      name,
      units: cars.length,
      expected,
      run: async () => {
        const [row] = await engine.query(`SELECT count(*) FROM ${TABLE} WHERE ${where}`, params);
        return Number(row?.[0]);
      },
    }),
  );
  return {
    id: filter.id,
    formula: filter.formula,
    share: expected / cars.length,
    contestants: await measureAsync(contestants, { rounds, warmups: 2, baseline: sqlByHand }),
  };
}

function meansOf(results: readonly SqlFilterResult[]): Record<string, number> {
  return Object.fromEntries(
    [sqlByHand, ours, withoutRanges, withoutColumns].map((name) => [
      name,
      geometricMean(
        results.flatMap(({ contestants }) =>
          contestants.filter((one) => one.name === name).map(({ ratio }) => ratio.median),
        ),
      ),
    ]),
  );
}
