import { databasePackage, property } from "../../load-package.ts";

/** A type object of the package. */
export type DuckDbType = object;

/** Rows in columnar form. */
export interface DuckdbChunk {
  readonly rowCount: number;
  getColumns(): readonly (readonly unknown[])[];
  setColumnValues(column: number, values: readonly unknown[]): void;
}

/** The streaming result of a statement. */
interface DuckdbResult {
  fetchChunk(): Promise<DuckdbChunk | null>;
}

interface Appender {
  appendDataChunk(chunk: DuckdbChunk): void;
  flushSync(): void;
  closeSync(): void;
}

export interface DuckDbConnection {
  run(sql: string): Promise<unknown>;
  stream(sql: string, values: unknown[], types: DuckDbType[]): Promise<DuckdbResult>;
  createAppender(table: string, schema?: string | null, catalog?: string | null): Promise<Appender>;
  interrupt(): void;
  closeSync(): void;
}

export interface Instance {
  connect(): Promise<DuckDbConnection>;
  closeSync(): void;
}

/** The parts of `@duckdb/node-api` that we use. */
export interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<Instance>;
  };
  readonly DuckDBDataChunk: { create(types: readonly DuckDbType[], rows: number): DuckdbChunk };
  readonly DuckDBTimestampValue: new (microseconds: bigint) => object;
  readonly DuckDBListValue: new (items: readonly unknown[]) => object;
  readonly VARCHAR: DuckDbType;
  readonly DOUBLE: DuckDbType;
  readonly BOOLEAN: DuckDbType;
  readonly TIMESTAMP: DuckDbType;
  LIST(type: DuckDbType): DuckDbType;
}

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

export function duckDbPackage(given: unknown): Promise<DuckDb> {
  return databasePackage("@duckdb/node-api", given, isDuckDb);
}

function isDuckDb(module: unknown): module is DuckDb {
  return PARTS.every((part) => property(module, part) !== undefined);
}
