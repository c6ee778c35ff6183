import { startDuckDb } from "../../test/engines/drivers/duckdb.ts";
import {
  type Engine,
  type EngineColumn,
  type EngineValue,
  start,
} from "../../test/engines/engine.ts";
import { dialectOf } from "../../test/sql/dialects.ts";
import type { ColumnModules } from "../isoform.ts";
import { measureAsync } from "../measure.ts";
import { hold, type ShapesOptions } from "./bench.ts";
import { type DrawnShape, drawShapes } from "./draw.ts";
import { makeTables, type Table } from "./tables.ts";

interface DuckDbFigures {
  readonly table: Table["name"];
  readonly formula: string;
  /** Columns, with the numbers of the rows, to DuckDB, which only counts them. */
  readonly columns: number;
}

export interface DuckDbResult {
  readonly version: string;
  readonly shapes: readonly DuckDbFigures[];
}

const SHAPES = 60;
/** So many are drawn for each that DuckDB can say, too. */
const DRAWN = 4;
const WARMUPS = 2;
const OURS = "columns";
const THEIRS = "DuckDB, 1 thread";
const STORAGE = {
  text: "text",
  number: "double",
  boolean: "boolean",
  date: "timestamp",
  list: "array",
} as const;

/** Columns against DuckDB on one thread, for drawn formulas that it can decide by itself. */
export async function benchDuckDb(
  modules: ColumnModules,
  { rows, rounds, seed }: ShapesOptions,
): Promise<DuckDbResult | string> {
  const started = await start("duckdb", () => startDuckDb({ threads: 1 }));
  if (!started.ok) return started.reason;
  const { engine } = started;
  try {
    const tables = makeTables(rows, seed);
    const held = new Map(tables.map((table) => [table, hold(table, modules)]));
    for (const table of tables) await fill(engine, table);
    const shapes: DuckDbFigures[] = [];
    for (const shape of drawShapes(tables, SHAPES * DRAWN, seed)) {
      const asked = shapes.length < SHAPES ? await ask(engine, shape) : undefined;
      const own = held.get(shape.table);
      if (asked === undefined || own === undefined) continue;
      const formula = modules.isoform.compileOrThrow(shape.source, own.schema);
      const expected = formula.select(own.columns).length;
      const figures = await measureAsync(
        [
          { name: OURS, units: rows, expected, run: () => formula.select(own.columns).length },
          { name: THEIRS, units: rows, expected, run: asked },
        ],
        { rounds, warmups: WARMUPS, baseline: THEIRS },
      );
      const columns = figures.find(({ name }) => name === OURS)?.ratio.median ?? Number.NaN;
      shapes.push({ table: shape.table.name, formula: shape.source, columns });
    }
    return { version: engine.version, shapes };
  } finally {
    await engine.close();
  }
}

async function fill(engine: Engine, { name, rows, schema }: Table): Promise<void> {
  const fields = [...schema.fields.values()];
  const columns: readonly EngineColumn[] = fields.map((field) => ({
    name: field.name,
    storage: STORAGE[field.type],
  }));
  await engine.createTable(name, columns);
  await engine.insert(
    name,
    columns,
    rows.map((row) => fields.map((field) => (row[field.name] ?? null) as EngineValue)),
  );
}

/** Counts what matches by a prepared statement; `undefined` if DuckDB cannot decide it, or if the clock does. */
async function ask(
  engine: Engine,
  { source, table, formula }: DrawnShape,
): Promise<(() => Promise<number>) | undefined> {
  const { where, params, residual } = formula.toSql(dialectOf("duckdb"), { table: table.name });
  if (residual !== undefined || /\b(?:NOW|TODAY|FROMNOW|TONOW)\b/i.test(source)) return undefined;
  const counted = `SELECT count(*)::DOUBLE FROM ${table.name} WHERE ${where}`;
  await engine.execute(`PREPARE counted AS ${counted}`);
  const given = params.length === 0 ? "" : `(${params.map(literal).join(", ")})`;
  return async () => Number((await engine.query(`EXECUTE counted${given}`))[0]?.[0]);
}

function literal(value: string | number): string {
  return typeof value === "number" ? `${value}::DOUBLE` : `'${value.replaceAll("'", "''")}'`;
}
