import { randomBytes } from "node:crypto";
import { duckdb as dialect } from "../../../../backends/sql/dialects/duckdb.ts";
import {
  type TablePath,
  tableCondition,
} from "../../../../backends/sql/dialects/duckdb-catalogue.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import { quote } from "../../../../util/quote.ts";
import { StoreError } from "../../store.ts";
import { type NewColumn, quotedName } from "../new-table.ts";
import type { Filling, TableFiller } from "../sessions/engine.ts";
import { duckDbError } from "./duckdb-error.ts";
import { type DuckDb, type DuckDbType, fetchRows } from "./duckdb-package.ts";
import type { DuckDbSession } from "./duckdb-session.ts";
import { pathOf, quotedPath } from "./table-name.ts";

/** The most rows in one of DuckDB's data chunks. */
const CHUNK_ROWS = 2_048;

/** The number of chunks between two flushes, so that a flush is always short. */
const CHUNKS_BETWEEN_FLUSHES = 4;

const TYPES: Readonly<Record<string, string>> = {
  text: "VARCHAR",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMP",
  array: "VARCHAR[]",
};

/** Fills a table in one transaction: the table is invisible before the commit, and a rollback leaves nothing behind. */
export async function beginFilling(filling: Filling<DuckDbSession>): Promise<TableFiller> {
  const { connection, path } = filling.session;
  try {
    return await begin(filling);
  } catch (error) {
    // This fails if no transaction has begun.
    await connection.run("ROLLBACK").catch(() => undefined);
    throw duckDbError(error, path);
  }
}

async function begin({
  session,
  table,
  columns,
  replace,
}: Filling<DuckDbSession>): Promise<TableFiller> {
  const { connection, duckdb, path } = session;
  const target = pathOf(table);
  const name = quotedPath(target, target.table);
  const stagingTable = `isoform_import_${randomBytes(8).toString("hex")}`;
  const staging = quotedPath(target, stagingTable);
  await connection.run("BEGIN TRANSACTION");
  await expectFree(session, target, replace);
  await connection.run(`CREATE TABLE ${staging} (${columns.map(definitionOf).join(", ")})`);
  const appender = await connection.createAppender(stagingTable, target.schema, target.database);
  const types = columns.map(({ storage }) => typeOf(duckdb, storage));
  let chunks = 0;
  let isInterrupted = false;
  let isCommitted = false;

  const run = async (sql: string): Promise<void> => {
    if (isInterrupted) throw new StoreError("unavailable", `the import of ${name} was ended`);
    await connection.run(sql);
  };
  const append = (rows: readonly (readonly Plain[])[]): void => {
    const chunk = duckdb.DuckDBDataChunk.create(types, rows.length);
    for (const [index, column] of columns.entries()) {
      const cells = rows.map((row) => cellOf(duckdb, column, row[index] ?? null));
      chunk.setColumnValues(index, cells);
    }
    appender.appendDataChunk(chunk);
    if (++chunks % CHUNKS_BETWEEN_FLUSHES === 0) appender.flushSync();
  };
  const putInPlace = async (decide: () => void): Promise<void> => {
    appender.closeSync();
    await expectFree(session, target, replace);
    await run(`DROP TABLE IF EXISTS ${name}`);
    const renamed = quotedName(target.table, dialect.definition);
    await run(`ALTER TABLE ${staging} RENAME TO ${renamed}`);
    for (const { name: column, field, isIndexed } of columns) {
      if (!isIndexed) continue;
      const index = quotedName(`${target.table}_${field.name}`, dialect.definition);
      await run(`CREATE INDEX ${index} ON ${name} (${column})`);
    }
    decide();
    await run("COMMIT");
    isCommitted = true;
  };

  return {
    write: async (rows) => {
      try {
        for (let at = 0; at < rows.length; at += CHUNK_ROWS)
          append(rows.slice(at, at + CHUNK_ROWS));
      } catch (error) {
        throw duckDbError(error, path);
      }
    },
    finish: async (decide) => {
      try {
        await putInPlace(decide);
      } catch (error) {
        throw duckDbError(error, path);
      }
    },
    interrupt: () => {
      isInterrupted = true;
      connection.interrupt();
    },
    end: async () => {
      if (isCommitted) return;
      try {
        appender.closeSync();
      } catch {
        // The appender held rows that do not fit, or is already closed.
      }
      await connection.run("ROLLBACK").catch(() => undefined);
    },
  };
}

function definitionOf({ name, storage, isKey, field }: NewColumn): string {
  const check = field.type === "text" ? ` CHECK (${name} <> '')` : "";
  return `${name} ${TYPES[storage] ?? ""}${isKey ? ` PRIMARY KEY${check}` : ""}`;
}

/** @throws {@link StoreError} if the table's name is taken and may not be replaced */
async function expectFree(
  session: DuckDbSession,
  target: TablePath,
  replace: boolean,
): Promise<void> {
  const views = tableCondition(target, "view_name");
  if (await hasRows(session, `duckdb_views() WHERE ${views.condition}`, views.params)) {
    throw new StoreError("setup", `${quote(target.table)} is there already, as a view`);
  }
  if (replace) return;
  const tables = tableCondition(target, "table_name");
  if (await hasRows(session, `duckdb_tables() WHERE ${tables.condition}`, tables.params)) {
    throw new StoreError("setup", `there is a table ${quote(target.table)} already`);
  }
}

async function hasRows(
  { connection, duckdb }: DuckDbSession,
  from: string,
  params: readonly string[],
): Promise<boolean> {
  const types = params.map(() => duckdb.VARCHAR);
  const result = await connection.stream(`SELECT 1 FROM ${from}`, [...params], types);
  return (await fetchRows(result)) !== undefined;
}

function typeOf(
  { VARCHAR, DOUBLE, BOOLEAN, TIMESTAMP, LIST }: DuckDb,
  storage: string,
): DuckDbType {
  switch (storage) {
    case "double":
      return DOUBLE;
    case "boolean":
      return BOOLEAN;
    case "timestamp":
      return TIMESTAMP;
    case "array":
      return LIST(VARCHAR);
    default:
      return VARCHAR;
  }
}

function cellOf(duckdb: DuckDb, { field }: NewColumn, value: Plain): unknown {
  if (typeof value === "number" && field.type === "date") {
    return new duckdb.DuckDBTimestampValue(BigInt(value) * 1000n);
  }
  return typeof value === "object" && value !== null ? new duckdb.DuckDBListValue(value) : value;
}
