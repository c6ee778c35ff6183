import { StoreError } from "../../store.ts";
import { loadDriver } from "../load-driver.ts";

/** A type of DuckDB, as the package has it. */
export type DuckDbType = object;

/** Some rows, column by column. */
export interface Chunk {
  readonly rowCount: number;
  getColumns(): readonly (readonly unknown[])[];
  setColumnValues(column: number, values: readonly unknown[]): void;
}

/** The rows of a statement, while it runs. */
interface Result {
  fetchChunk(): Promise<Chunk | null>;
}

export interface Appender {
  appendDataChunk(chunk: Chunk): void;
  flushSync(): void;
  closeSync(): void;
}

export interface Connection {
  run(sql: string): Promise<unknown>;
  stream(sql: string, values: unknown[], types: DuckDbType[]): Promise<Result>;
  createAppender(table: string, schema?: string | null, catalog?: string | null): Promise<Appender>;
  interrupt(): void;
  closeSync(): void;
}

export interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

/** What is used of `@duckdb/node-api`. */
export interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<Instance>;
  };
  readonly DuckDBDataChunk: { create(types: readonly DuckDbType[], rows: number): Chunk };
  readonly DuckDBTimestampValue: new (microseconds: bigint) => object;
  readonly DuckDBListValue: new (items: readonly unknown[]) => object;
  readonly VARCHAR: DuckDbType;
  readonly DOUBLE: DuckDbType;
  readonly BOOLEAN: DuckDbType;
  readonly TIMESTAMP: DuckDbType;
  LIST(type: DuckDbType): DuckDbType;
}

const NAME = "@duckdb/node-api";
const PARTS = [
  "DuckDBInstance",
  "DuckDBDataChunk",
  "DuckDBTimestampValue",
  "DuckDBListValue",
  "VARCHAR",
  "DOUBLE",
  "BOOLEAN",
  "TIMESTAMP",
  "LIST",
];

/**
 * The package: the one given, or else the one installed.
 *
 * @throws {@link StoreError} where it is not what it has to be
 */
export async function duckDbPackage(given: unknown): Promise<DuckDb> {
  const loaded = given ?? (await loadDriver(NAME));
  for (const module of [loaded, property(loaded, "default")]) if (isDuckDb(module)) return module;
  throw new StoreError("setup", `the driver given is not ${NAME}`);
}

function isDuckDb(module: unknown): module is DuckDb {
  return PARTS.every((part) => property(module, part) !== undefined);
}

function property(value: unknown, name: string): unknown {
  return (typeof value === "object" && value !== null) || typeof value === "function"
    ? Reflect.get(value, name)
    : undefined;
}
