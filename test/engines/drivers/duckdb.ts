import type { Engine, EngineColumn, EngineValue } from "../engine.ts";
import { load } from "../install.ts";
import {
  quoteName,
  toBoolean,
  toJson,
  toList,
  toMilliseconds,
  toNumber,
  toText,
} from "./encode.ts";

type Type = object;

interface Appender {
  appendNull(): void;
  appendVarchar(value: string): void;
  appendDouble(value: number): void;
  appendBigInt(value: bigint): void;
  appendBoolean(value: boolean): void;
  appendTimestamp(value: object): void;
  appendList(values: readonly string[], type: Type): void;
  endRow(): void;
  closeSync(): void;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(
    sql: string,
    values: (string | number)[],
    types: Type[],
  ): Promise<{ getRows(): unknown[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}

interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      configuration: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
  readonly DuckDBTimestampValue: new (microseconds: bigint) => { readonly micros: bigint };
  readonly DuckDBTimestampTZValue: new (microseconds: bigint) => { readonly micros: bigint };
  readonly DuckDBDecimalValue: new (...parts: never) => { toString(): string };
  readonly DuckDBListValue: new (items: never) => { readonly items: readonly unknown[] };
  readonly DOUBLE: Type;
  readonly VARCHAR: Type;
  LIST(type: Type): Type;
}

const TYPES: Readonly<Record<EngineColumn["storage"], string>> = {
  text: "VARCHAR",
  "exact-text": "VARCHAR",
  double: "DOUBLE",
  integer: "BIGINT",
  decimal: "DECIMAL(38, 10)",
  boolean: "BOOLEAN",
  "integer-boolean": "TINYINT",
  timestamp: "TIMESTAMP",
  "epoch-milliseconds": "BIGINT",
  array: "VARCHAR[]",
  // The type JSON is an extension; JSON in a VARCHAR is what tables have without it.
  json: "VARCHAR",
};

export interface DuckDbOptions {
  readonly threads?: number;
}

/** DuckDB in this process, in memory, without access to files, on one thread. */
export async function startDuckDb({ threads = 1 }: DuckDbOptions = {}): Promise<Engine> {
  const duckdb = load<DuckDb>("@duckdb/node-api");
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    threads: String(threads),
    enable_external_access: "false",
    lock_configuration: "true",
  });
  const connection = await instance.connect();
  const listType = duckdb.LIST(duckdb.VARCHAR);

  const append = (appender: Appender, { storage }: EngineColumn, value: EngineValue): void => {
    switch (storage) {
      case "text":
      case "exact-text":
      case "integer":
      case "decimal":
        // The column makes numbers of texts: they may hold digits that a JS number does not.
        appender.appendVarchar(toText(value));
        break;
      case "integer-boolean":
        appender.appendVarchar(toBoolean(value) ? "1" : "0");
        break;
      case "json":
        appender.appendVarchar(toJson(value));
        break;
      case "double":
        appender.appendDouble(toNumber(value));
        break;
      case "boolean":
        appender.appendBoolean(toBoolean(value));
        break;
      case "epoch-milliseconds":
        appender.appendBigInt(BigInt(toMilliseconds(value)));
        break;
      case "timestamp": {
        const microseconds = BigInt(toMilliseconds(value)) * 1000n;
        appender.appendTimestamp(new duckdb.DuckDBTimestampValue(microseconds));
        break;
      }
      case "array":
        appender.appendList(toList(value), listType);
        break;
    }
  };

  const decode = (value: unknown): unknown => {
    if (typeof value === "bigint") return Number(value);
    if (typeof value !== "object" || value === null) return value;
    if (
      value instanceof duckdb.DuckDBTimestampValue ||
      value instanceof duckdb.DuckDBTimestampTZValue
    ) {
      return new Date(Number(value.micros) / 1000);
    }
    if (value instanceof duckdb.DuckDBDecimalValue) return Number(value.toString());
    if (value instanceof duckdb.DuckDBListValue) return value.items.map(decode);
    return value;
  };

  const query = async (
    sql: string,
    parameters: readonly (string | number)[] = [],
  ): Promise<unknown[][]> => {
    // Left alone, the driver binds a whole number as an INTEGER.
    const types = parameters.map((value) =>
      typeof value === "number" ? duckdb.DOUBLE : duckdb.VARCHAR,
    );
    const reader = await connection.runAndReadAll(sql, [...parameters], types);
    return reader.getRows().map((row) => row.map(decode));
  };

  const version = String((await query("SELECT version()"))[0]?.[0]).replace(/^v/, "");
  return {
    name: "duckdb",
    version,
    execute: async (sql) => {
      await connection.run(sql);
    },
    query,
    createTable: async (name, columns) => {
      const definitions = columns.map((column) => {
        const notNull = column.notNull === true ? " NOT NULL" : "";
        return `${quoteName(column.name, '"')} ${TYPES[column.storage]}${notNull}`;
      });
      await connection.run(
        `CREATE OR REPLACE TABLE ${quoteName(name, '"')} (${definitions.join(", ")})`,
      );
    },
    insert: async (name, columns, rows) => {
      const appender = await connection.createAppender(name);
      try {
        for (const row of rows) {
          for (const [index, column] of columns.entries()) {
            const value = row[index] ?? null;
            if (value === null) appender.appendNull();
            else append(appender, column, value);
          }
          appender.endRow();
        }
      } finally {
        appender.closeSync();
      }
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
