import { databasePackage, property } from "../../load-package.ts";
import { StoreError } from "../../store.ts";

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
  /** {@link INVALID_STATEMENT} once the statement has failed. */
  readonly statementType: number;
  /** An empty chunk, or none, is the end, or an error: the package does not say which. */
  fetchChunk(): Promise<DuckdbChunk | null>;
}

const INVALID_STATEMENT = 0;

/** The next rows, or `undefined` at the end. */
export async function fetchRows(result: DuckdbResult): Promise<DuckdbChunk | undefined> {
  const chunk = await result.fetchChunk();
  if (chunk !== null && chunk.rowCount > 0) return chunk;
  if (result.statementType === INVALID_STATEMENT) {
    throw new StoreError(
      "unavailable",
      "DuckDB could not finish a statement (@duckdb/node-api does not report why; often memory or space is missing)",
    );
  }
  return undefined;
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
