import type { Engine, EngineColumn, EngineValue } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { loadCars } from "./library.ts";

type Type = object;

/** What is used of `@duckdb/node-api`. */
export interface DuckDbConnection {
  run(sql: string, values?: unknown[], types?: Type[]): Promise<unknown>;
  runAndReadAll(
    sql: string,
    values?: unknown[],
    types?: Type[],
  ): Promise<{ getRowsJS(): unknown[][]; getRowObjectsJS(): Record<string, unknown>[] }>;
  closeSync(): void;
}

export interface DuckDbPackage {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckDbConnection>; closeSync(): void }>;
  };
  readonly DuckDBTimestampValue: new (microseconds: bigint) => object;
  readonly listValue: (items: readonly string[]) => object;
  readonly DOUBLE: Type;
  readonly VARCHAR: Type;
  readonly BOOLEAN: Type;
  readonly TIMESTAMP: Type;
  LIST(type: Type): Type;
}

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A database of DuckDB with the table of the tests. */
export async function openDuckDb(): Promise<{
  readonly connection: DuckDbConnection;
  close(): Promise<void>;
}> {
  const duckdb = load<DuckDbPackage>("@duckdb/node-api");
  const instance = await duckdb.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const close = async (): Promise<void> => {
    connection.closeSync();
    instance.closeSync();
  };
  const types: Readonly<Partial<Record<EngineColumn["storage"], readonly [string, Type]>>> = {
    double: ["DOUBLE", duckdb.DOUBLE],
    text: ["VARCHAR", duckdb.VARCHAR],
    boolean: ["BOOLEAN", duckdb.BOOLEAN],
    timestamp: ["TIMESTAMP", duckdb.TIMESTAMP],
    array: ["VARCHAR[]", duckdb.LIST(duckdb.VARCHAR)],
  };
  const typeOf = ({ storage }: EngineColumn): readonly [string, Type] => {
    const type = types[storage];
    if (type === undefined) throw new Error(`no column of the tests is stored as ${storage}`);
    return type;
  };
  const toValue = (value: EngineValue): unknown => {
    if (value instanceof Date)
      return new duckdb.DuckDBTimestampValue(BigInt(value.getTime()) * 1000n);
    return Array.isArray(value) ? duckdb.listValue(value) : value;
  };
  const engine: Pick<Engine, "createTable" | "insert"> = {
    createTable: async (table, columns) => {
      const definitions = columns.map((column) => `${name(column.name)} ${typeOf(column)[0]}`);
      await connection.run(`CREATE TABLE ${name(table)} (${definitions.join(", ")})`);
    },
    insert: async (table, columns, rows) => {
      const placeholders = columns.map((_, index) => `$${index + 1}`).join(", ");
      for (const row of rows) {
        await connection.run(
          `INSERT INTO ${name(table)} VALUES (${placeholders})`,
          row.map(toValue),
          columns.map((column) => typeOf(column)[1]),
        );
      }
    },
  };
  try {
    await loadCars(engine);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection, close };
}
