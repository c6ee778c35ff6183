import { load } from "../../test/engines/install.ts";
import type { Car } from "../cars.ts";
import { byHand } from "../sql-by-hand.ts";
import { carColumns, type Kind, ROW } from "./car-columns.ts";
import type { Variant } from "./engine.ts";

type Type = object;

interface Chunk {
  readonly rowCount: number;
  setColumns(columns: readonly (readonly unknown[])[]): void;
  getColumnVector(column: number): { readonly items: Int32Array };
}

interface Result {
  readonly rowCount: number;
  readonly chunkCount: number;
  getChunk(index: number): Chunk;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  prepare(sql: string): Promise<{
    bind(values: readonly unknown[], types: readonly Type[]): void;
    run(): Promise<Result>;
  }>;
  createAppender(
    table: string,
  ): Promise<{ appendDataChunk(chunk: Chunk): void; closeSync(): void }>;
  closeSync(): void;
}

interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      configuration: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
  readonly DuckDBDataChunk: { create(types: readonly Type[], rows: number): Chunk };
  readonly INTEGER: Type;
  readonly DOUBLE: Type;
  readonly VARCHAR: Type;
  version(): string;
}

const CHUNK = 2048;

const TYPES: Readonly<Record<Kind, "VARCHAR" | "INTEGER" | "DOUBLE">> = {
  text: "VARCHAR",
  "repeated text": "VARCHAR",
  "whole number": "INTEGER",
  number: "DOUBLE",
  "number or blank": "DOUBLE",
};

/** The cars in an in-memory database of this process. */
interface DuckDbCars {
  readonly version: string;
  readonly duckdb: DuckDb;
  readonly connection: Connection;
  close(): Promise<void>;
}

export async function duckDbCars(threads: number, cars: readonly Car[]): Promise<DuckDbCars> {
  const duckdb = load<DuckDb>("@duckdb/node-api");
  const instance = await duckdb.DuckDBInstance.create(":memory:", { threads: `${threads}` });
  const connection = await instance.connect();
  const definitions = carColumns.map(([name, kind]) => {
    const notNull = kind === "number or blank" ? "" : " NOT NULL";
    return `"${name}" ${TYPES[kind]}${notNull}`;
  });
  await connection.run(`CREATE TABLE cars ("${ROW}" INTEGER NOT NULL, ${definitions.join(", ")})`);
  const types = [duckdb.INTEGER, ...carColumns.map(([, kind]) => duckdb[TYPES[kind]])];
  const appender = await connection.createAppender("cars");
  for (let first = 0; first < cars.length; first += CHUNK) {
    const some = cars.slice(first, first + CHUNK);
    const chunk = duckdb.DuckDBDataChunk.create(types, some.length);
    chunk.setColumns([
      some.map((_, index) => first + index),
      ...carColumns.map(([name]) => some.map((car) => car[name])),
    ]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  return {
    version: duckdb.version(),
    duckdb,
    connection,
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Prepared statements; row numbers are read from the typed arrays of data chunks. */
export function duckDb(threads: number): Variant {
  return {
    name: duckDbName(threads),
    async start(cars) {
      const { version, duckdb, connection, close } = await duckDbCars(threads, cars);
      return {
        version,
        async prepare({ id }) {
          const { where, params } = byHand("duckdb", id);
          const query = async (what: string): Promise<() => Promise<Int32Array>> => {
            const statement = await connection.prepare(`SELECT ${what} FROM cars WHERE ${where}`);
            const bound = params.map((value) =>
              typeof value === "number" ? duckdb.INTEGER : duckdb.VARCHAR,
            );
            statement.bind(params, bound);
            return async () => numbersOf(await statement.run());
          };
          const count = await query("count(*)::INTEGER");
          return {
            rows: await query(`"${ROW}"`),
            count: async () => (await count())[0] ?? Number.NaN,
          };
        },
        close,
      };
    },
  };
}

export function duckDbName(threads: number): string {
  return `DuckDB, ${threads} ${threads === 1 ? "thread" : "threads"}`;
}

function numbersOf(result: Result): Int32Array {
  const numbers = new Int32Array(Number(result.rowCount));
  let size = 0;
  for (let index = 0; index < result.chunkCount; index++) {
    const chunk = result.getChunk(index);
    numbers.set(chunk.getColumnVector(0).items.subarray(0, chunk.rowCount), size);
    size += chunk.rowCount;
  }
  return numbers;
}
