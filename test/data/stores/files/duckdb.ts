import { load } from "../../../engines/install.ts";

interface Connection {
  run(sql: string): Promise<unknown>;
  closeSync(): void;
}

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

/** DuckDB with access to files: it writes Parquet. */
export async function startDuckDb(): Promise<{
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => void;
}> {
  const { DuckDBInstance } = load<DuckDb>("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'America/New_York'");
  return {
    run: (sql) => connection.run(sql),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
