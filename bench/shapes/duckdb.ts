import { dialectOf } from "../../test/backends/sql/dialects.ts";
import { startDuckDb as startEngine } from "../../test/engines/drivers/duckdb.ts";
import {
  type Engine,
  type EngineColumn,
  type EngineValue,
  start,
} from "../../test/engines/engine.ts";
import type { DrawnShape } from "./draw.ts";
import type { Question, StartPeer } from "./peer.ts";
import type { Table } from "./tables.ts";

const STORAGE = {
  text: "text",
  number: "double",
  boolean: "boolean",
  date: "timestamp",
  list: "array",
} as const;

export const startDuckDb: StartPeer = (tables) =>
  start("duckdb", async () => {
    const engine = await startEngine({ threads: 1 });
    for (const table of tables) await fill(engine, table);
    return {
      version: engine.version,
      ask: (shape) => ask(engine, shape),
      close: () => engine.close(),
    };
  });

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

/**
 * Counts matches with a prepared statement; `undefined` if DuckDB cannot decide the formula, or if it reads the clock.
 */
async function ask(
  engine: Engine,
  { source, table, formula }: DrawnShape,
): Promise<Question | undefined> {
  const { where, params, residual } = formula.toSql(dialectOf("duckdb"), { table: table.name });
  if (residual !== undefined || /\b(?:NOW|TODAY|FROMNOW|TONOW)\b/i.test(source)) return undefined;
  const counted = `SELECT count(*)::DOUBLE FROM ${table.name} WHERE ${where}`;
  await engine.execute(`PREPARE counted AS ${counted}`);
  const given = params.length === 0 ? "" : `(${params.map(literal).join(", ")})`;
  return { count: async () => Number((await engine.query(`EXECUTE counted${given}`))[0]?.[0]) };
}

function literal(value: string | number): string {
  return typeof value === "number" ? `${value}::DOUBLE` : `'${value.replaceAll("'", "''")}'`;
}
